import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import {
  activity,
  adminLogout,
  cashOutAviator,
  checkSession,
  decideDeposit,
  getAviatorState,
  getBalance,
  getSiteMaintenance,
  logout,
  paise,
  playDice,
  readinessOf,
  resendOtp,
  setClientSeed,
  setSiteMaintenance,
  touchSession,
} from '@kismet/contracts'
import type { OperationShape, Output, ServiceName } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'

const hash = 'a'.repeat(64)

/** What the services behind the gateway were asked, and how they are to answer. */
export interface Behind {
  /** Sessions that auth says live, and whose they are. */
  readonly liveSessions: Map<string, string>
  readonly askedSessions: string[]
  readonly touched: string[]
  readonly calls: { readonly subject: string; readonly input: unknown; readonly meta: CallMeta }[]
  readonly uploads: {
    readonly method: string
    readonly url: string
    readonly headers: IncomingHttpHeaders
    readonly bytes: number
  }[]
  /** What the streams of payments send for a picture. */
  picture: string | Buffer
  /** How many uploads have ended before they had come whole. */
  brokenOff: number
  /** Auth notes activity and then fails. */
  deaf: boolean
  maintenance: boolean
  /** Holds back what auth says of maintenance, as it was when it was asked. */
  /** Lets the next Dice play be refused. */
  diceRefusal: Refusal | undefined
  diceReplayed: boolean
  /** Holds Dice plays back until it is resolved. */
  diceGate: Promise<undefined> | undefined
  /** Holds cash-outs back until it is resolved. */
  cashOutGate: Promise<undefined> | undefined
  notReady: ServiceName | undefined
  /** What Aviator answers about a round, as it was when it was asked; nothing: it is down. */
  aviatorState: Output<typeof getAviatorState> | undefined
  /** How often it was asked: of every socket that connects. */
  statesAsked: number
  /** Holds that back. */
  aviatorGate: Promise<undefined> | undefined
}

export function newBehind(): Behind {
  return {
    liveSessions: new Map(),
    askedSessions: [],
    touched: [],
    calls: [],
    uploads: [],
    picture: 'picture',
    brokenOff: 0,
    deaf: false,
    maintenance: false,
    diceRefusal: undefined,
    diceReplayed: false,
    diceGate: undefined,
    cashOutGate: undefined,
    notReady: undefined,
    aviatorState: undefined,
    statesAsked: 0,
    aviatorGate: undefined,
  }
}

const dicePlay: Output<typeof playDice> = {
  betId: '01890000-0000-7000-8000-000000000001',
  version: '1',
  serverSeed: hash,
  serverSeedHash: hash,
  clientSeed: 'seed',
  nonce: 1,
  next: { serverSeedHash: hash, nonce: 2 },
  roll: 77.5,
  rollOver: 50.5,
  result: 'win',
  multiplier: 2,
  payout: paise(20_050),
  netGain: paise(10_050),
  hash,
  balance: paise(110_050),
  balanceSeq: 2,
  bonusReleased: false,
}

/** What the browser of a caller is given to keep. */
export const newDevice = 'cd'.repeat(32)

export function answering(
  behind: Behind,
): Record<'auth' | 'wallet' | 'dice-slots' | 'mines' | 'aviator' | 'payments' | 'support', Handler<undefined>[]> {
  const ready = (service: ServiceName) =>
    handle<ReturnType<typeof readinessOf>, undefined>(readinessOf(service), () =>
      Promise.resolve({ ready: behind.notReady !== service, checks: {} }),
    )
  const note = ({ subject }: OperationShape, call: { input: unknown; meta: CallMeta }) =>
    behind.calls.push({ subject, input: call.input, meta: call.meta })
  const done = (operation: typeof logout | typeof adminLogout | typeof resendOtp): Handler<undefined> =>
    handle<typeof logout, undefined>(operation as typeof logout, (_ctx, call) => {
      note(operation, call)
      if (operation === resendOtp) call.keepDevice(newDevice)
      return Promise.resolve({ message: 'Done' })
    })
  return {
    auth: [
      handle(checkSession, (_ctx: undefined, { input }) => {
        behind.askedSessions.push(input.sessionId)
        return Promise.resolve({ holder: behind.liveSessions.get(input.sessionId) ?? null })
      }),
      handle(touchSession, (_ctx: undefined, { input }) => {
        behind.touched.push(input.sessionId)
        if (behind.deaf) throw new Refusal('unavailable')
        return Promise.resolve({ live: true })
      }),
      handle(getSiteMaintenance, () => Promise.resolve({ siteMaintenance: behind.maintenance })),
      handle(setSiteMaintenance, (_ctx: undefined, { input }) => Promise.resolve(input)),
      handle(activity, () => Promise.resolve({ sessionEndsAt: '2026-01-01T00:00:00.000Z' })),
      done(logout),
      done(adminLogout),
      done(resendOtp),
      ready('auth'),
    ],
    wallet: [
      handle(getBalance, (_ctx: undefined, call) => {
        note(getBalance, call)
        return Promise.resolve({ balance: paise(12_345), balanceSeq: 1, netResult: paise(0) })
      }),
      ready('wallet'),
    ],
    'dice-slots': [
      handle(playDice, async (_ctx: undefined, call) => {
        note(playDice, call)
        await behind.diceGate
        if (behind.diceRefusal !== undefined) throw behind.diceRefusal
        if (behind.diceReplayed) call.replayed()
        return dicePlay
      }),
      handle(setClientSeed, (_ctx: undefined, call) => {
        note(setClientSeed, call)
        return Promise.resolve(call.input)
      }),
      ready('dice-slots'),
    ],
    mines: [ready('mines')],
    aviator: [
      ready('aviator'),
      handle(getAviatorState, async () => {
        behind.statesAsked += 1
        const state = behind.aviatorState
        await behind.aviatorGate
        if (state === undefined) throw new Refusal('unavailable')
        return state
      }),
      handle(cashOutAviator, async (_ctx: undefined, call) => {
        note(cashOutAviator, call)
        await behind.cashOutGate
        throw new Refusal('no_bet')
      }),
    ],
    support: [],
    payments: [
      handle(decideDeposit, (_ctx: undefined, call) => {
        note(decideDeposit, call)
        throw new Refusal('not_found')
      }),
      ready('payments'),
    ],
  }
}

/** Stands in for the streams of payments: notes what it gets and answers with what a service may answer. */
export async function startUploads(behind: Behind): Promise<Server> {
  const server = createServer((request, response) => {
    const upload = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, bytes: 0 }
    request.on('data', (chunk: Buffer) => (upload.bytes += chunk.length))
    request.on('close', () => {
      if (!request.complete) behind.brokenOff += 1
    })
    request.on('end', () => {
      behind.uploads.push(upload)
      response.setHeader('x-powered-by', 'payments')
      response.setHeader('set-cookie', 'inside=1')
      response.setHeader('idempotency-replayed', 'true')
      if (request.method === 'GET') {
        response.setHeader('content-disposition', 'attachment; filename="proof.png"')
        response.setHeader('cache-control', 'private, max-age=60')
        response.setHeader('content-type', 'image/png')
        response.end(behind.picture)
        return
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ success: true, bytes: upload.bytes }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
