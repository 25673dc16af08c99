import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  activity,
  adminLogout,
  balancesChanged,
  checkSession,
  decideDeposit,
  getBalance,
  getSiteMaintenance,
  logout,
  paise,
  playDice,
  readinessOf,
  resendOtp,
  sessionKey,
  setClientSeed,
  setSiteMaintenance,
  touchSession,
} from '@kismet/contracts'
import type { ErrorCode, OperationShape, Output, ServiceName } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import type { Overrides, RunningService } from '@kismet/service-kit/define-service'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { joinBus, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { startTestNats, startTestRedis } from '@kismet/test-env/test-servers'
import type { TestNats, TestRedis } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { TestAdmin, TestPlayer } from '@kismet/test-env/test-tokens'
import { Redis } from 'ioredis'
import type { GatewayContext } from '../src/context.ts'
import { gateway } from '../src/service.ts'

const hash = 'a'.repeat(64)

/** What the services behind the gateway were asked, and how they are to answer. */
export interface Behind {
  /** Sessions that auth says live. */
  readonly liveSessions: Set<string>
  readonly askedSessions: string[]
  readonly touched: string[]
  readonly calls: { readonly subject: string; readonly input: unknown; readonly meta: CallMeta }[]
  readonly uploads: {
    readonly method: string
    readonly url: string
    readonly headers: IncomingHttpHeaders
    readonly bytes: number
  }[]
  maintenance: boolean
  /** Lets the next Dice play be refused. */
  diceRefusal: Refusal | undefined
  diceReplayed: boolean
  /** Holds Dice plays back until it is resolved. */
  diceGate: Promise<undefined> | undefined
  notReady: ServiceName | undefined
}

function newBehind(): Behind {
  return {
    liveSessions: new Set(),
    askedSessions: [],
    touched: [],
    calls: [],
    uploads: [],
    maintenance: false,
    diceRefusal: undefined,
    diceReplayed: false,
    diceGate: undefined,
    notReady: undefined,
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
  bonusReleased: false,
}

function answering(behind: Behind): Record<'auth' | 'wallet' | 'dice-slots' | 'payments', Handler<undefined>[]> {
  const ready = (service: ServiceName) =>
    handle<ReturnType<typeof readinessOf>, undefined>(readinessOf(service), () =>
      Promise.resolve({ ready: behind.notReady !== service, checks: {} }),
    )
  const note = ({ subject }: OperationShape, call: { input: unknown; meta: CallMeta }) =>
    behind.calls.push({ subject, input: call.input, meta: call.meta })
  const done = (operation: typeof logout | typeof adminLogout | typeof resendOtp): Handler<undefined> =>
    handle<typeof logout, undefined>(operation as typeof logout, (_ctx, call) => {
      note(operation, call)
      return Promise.resolve({ message: 'Done' })
    })
  return {
    auth: [
      handle(checkSession, (_ctx: undefined, { input }) => {
        behind.askedSessions.push(input.sessionId)
        return Promise.resolve({ live: behind.liveSessions.has(input.sessionId) })
      }),
      handle(touchSession, (_ctx: undefined, { input }) => {
        behind.touched.push(input.sessionId)
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
        return Promise.resolve({ balance: paise(12_345) })
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
async function startUploads(behind: Behind): Promise<Server> {
  const server = createServer((request, response) => {
    const upload = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, bytes: 0 }
    request.on('data', (chunk: Buffer) => (upload.bytes += chunk.length))
    request.on('end', () => {
      behind.uploads.push(upload)
      response.setHeader('x-powered-by', 'payments')
      response.setHeader('set-cookie', 'inside=1')
      response.setHeader('idempotency-replayed', 'true')
      if (request.method === 'GET') {
        response.setHeader('content-disposition', 'attachment; filename="proof.png"')
        response.setHeader('cache-control', 'private, max-age=60')
        response.setHeader('content-type', 'image/png')
        response.end('picture')
        return
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ success: true, bytes: upload.bytes }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

export interface RunningGateway {
  readonly url: string
  readonly running: RunningService<GatewayContext>
}

/** A real NATS and Redis, stand-ins for the services, and as many gateways as a test starts. */
export class Network {
  readonly nats: TestNats
  readonly redisServer: TestRedis
  readonly redis: Redis
  readonly tokens: TestTokens
  readonly behind: Behind
  readonly buses: Map<ServiceName, Bus>
  readonly webOrigin = 'http://web.test'
  readonly adminOrigin = 'http://admin.test'
  readonly #uploads: Server
  readonly #gateways = new Set<RunningService<GatewayContext>>()

  private constructor(
    parts: Pick<Network, 'nats' | 'redisServer' | 'redis' | 'tokens' | 'behind' | 'buses'>,
    uploads: Server,
  ) {
    this.nats = parts.nats
    this.redisServer = parts.redisServer
    this.redis = parts.redis
    this.tokens = parts.tokens
    this.behind = parts.behind
    this.buses = parts.buses
    this.#uploads = uploads
  }

  static async create(): Promise<Network> {
    const [nats, redisServer] = await Promise.all([startTestNats(), startTestRedis()])
    const tokens = new TestTokens()
    const behind = newBehind()
    const { auth, ...others } = answering(behind)
    const buses: Network['buses'] = new Map([['auth', await startFakeAuth(nats, tokens, auth)]])
    for (const [name, handlers] of Object.entries(others) as [
      'wallet' | 'dice-slots' | 'payments',
      Handler<undefined>[],
    ][]) {
      const bus = await joinBus(nats, name, tokens)
      bus.serve(handlers, undefined)
      buses.set(name, bus)
    }
    const redis = new Redis(redisServer.url, { maxRetriesPerRequest: null, retryStrategy: () => 20 })
    redis.on('error', () => undefined)
    return new Network({ nats, redisServer, redis, tokens, behind, buses }, await startUploads(behind))
  }

  /** Starts a gateway on free ports. */
  async gateway(env: Record<string, string> = {}, overrides: Overrides = {}): Promise<RunningGateway> {
    const { port } = this.#uploads.address() as AddressInfo
    const defaults = {
      NATS_URL: this.nats.urlOf('gateway'),
      REDIS_URL: this.redisServer.url,
      PAYMENTS_URL: `http://127.0.0.1:${port}`,
      WEB_ORIGIN: this.webOrigin,
      ADMIN_ORIGIN: this.adminOrigin,
      RATE_LIMIT_FACTOR: '100',
      PORT: '0',
    }
    const running = await gateway.start({ ...defaults, ...env }, { log: testLogger('gateway'), ...overrides })
    this.#gateways.add(running)
    return { running, url: `http://127.0.0.1:${running.port}` }
  }

  async stop({ running }: RunningGateway): Promise<void> {
    this.#gateways.delete(running)
    await running.stop()
  }

  bus(service: ServiceName): Bus {
    const bus = this.buses.get(service)
    if (bus === undefined) throw new Error(`${service} is not on the bus`)
    return bus
  }

  /** Takes a service off the bus. */
  async leave(service: ServiceName): Promise<void> {
    const bus = this.bus(service)
    this.buses.delete(service)
    await bus.close()
  }

  /** A player whose session lives. */
  async player(): Promise<TestPlayer> {
    const player = this.tokens.player()
    await this.redis.set(sessionKey(player.sessionId), player.id)
    return player
  }

  /** An admin whose session lives. */
  async admin(role?: TestAdmin['role']): Promise<TestAdmin> {
    const admin = this.tokens.admin(role)
    await this.redis.set(sessionKey(admin.sessionId), admin.id)
    return admin
  }

  /** Sends the news of a new balance, as the wallet does. */
  tellBalance(playerId: string, rupees: number): void {
    this.bus('wallet').signal(balancesChanged, [
      { to: playerId, balance: paise(rupees * 100), reason: 'play', bonusReleased: false },
    ])
  }

  async close(): Promise<void> {
    for (const running of this.#gateways) await running.stop()
    await new Promise((resolve) => this.#uploads.close(resolve))
    this.#uploads.closeAllConnections()
    for (const bus of this.buses.values()) await bus.close()
    this.redis.disconnect()
    await this.nats.remove()
    await this.redisServer.remove()
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: { success?: boolean; code?: ErrorCode; message?: string; [field: string]: unknown }
}

/** One request, as any client may make it. */
export async function ask(url: string, init: RequestInit & { token?: string | undefined } = {}): Promise<Answer> {
  const { token, ...rest } = init
  const headers = new Headers(rest.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(url, { ...rest, headers, signal: AbortSignal.timeout(20_000) })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? (JSON.parse(text) as Answer['body']) : { text },
  }
}

/** A command with a JSON body. */
export function post(
  url: string,
  body: unknown,
  init: RequestInit & { token?: string | undefined } = {},
): Promise<Answer> {
  const headers = new Headers(init.headers)
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  return ask(url, { method: 'POST', ...init, headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
}
