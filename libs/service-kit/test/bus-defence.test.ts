import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  busUsers,
  getDiceCommitment,
  getKeys,
  inboxPrefix,
  login,
  maintenanceChanged,
  natsPermissions,
  paise,
  playBet,
  subjectOf,
} from '@kismet/contracts'
import type { BusUser } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus } from '@kismet/test-env/test-bus'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import { headers } from '@nats-io/nats-core'
import type { Msg } from '@nats-io/nats-core'
import type { Bus } from '../src/bus/bus.ts'
import { systemClock } from '../src/clock.ts'
import { handle } from '../src/handle.ts'
import { Intruder } from './intruder.ts'

const tokens = new TestTokens()
const meta = { requestId: 'test' }
const playerId = '0190a000-0000-7000-8000-000000000001'
const bet = {
  betId: '0190a000-0000-7000-8000-000000000002',
  playerId,
  game: 'Dice' as const,
  stakePaise: paise(1),
  payoutPaise: paise(0),
}
let server: TestNats
let closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  server = await startTestNats()
})
afterEach(async () => {
  for (const close of closing.reverse()) await close()
  closing = []
})
afterAll(() => server.remove())

async function join(user: BusUser, clock = systemClock): Promise<Bus> {
  const bus = await joinBus(server, user, tokens, clock)
  closing.push(() => bus.close())
  return bus
}

async function intrude(user: BusUser): Promise<Intruder> {
  const intruder = await Intruder.join(server, user)
  closing.push(() => intruder.nats.close())
  return intruder
}

/** A wallet that plays bets and counts them. */
async function openWallet(clock = systemClock): Promise<{ played: number }> {
  const seen = { played: 0 }
  const booked = { balancePaise: paise(1), balanceSeq: 1, bonusReleased: false, replayed: false }
  const wallet = await join('wallet', clock)
  wallet.serve(
    [
      handle(playBet, () => {
        seen.played += 1
        return Promise.resolve(booked)
      }),
    ],
    undefined,
  )
  await wallet.flush()
  return seen
}

describe.each(busUsers.map((user) => ({ user })))('the NATS user $user', ({ user }) => {
  const permissions = natsPermissions()
  const others = busUsers.filter((other) => other !== user)
  const own = permissions[user]

  it('says nothing but what the contracts give it', async () => {
    const intruder = await intrude(user)
    const known = others.flatMap((other) => [...permissions[other].publish, ...permissions[other].subscribe])
    const foreign = known.filter((subject) => !subject.includes('>') && !own.publish.includes(subject))
    const inboxes = busUsers.map((other) => `${inboxPrefix(other)}.guessed.1`)
    const tried = [...new Set([...foreign, ...inboxes, '$JS.API.INFO', '$SYS.REQ.SERVER.PING', 'anything'])]
    for (const subject of [...tried, ...own.publish]) intruder.nats.publish(subject, '[]')
    expect((await intruder.refused()).sort()).toEqual(tried.sort())
  })

  it('hears nothing but what the contracts give it', async () => {
    const intruder = await intrude(user)
    const foreign = others.flatMap((other) => permissions[other].subscribe)
    const wide = ['>', '*.>', '_INBOX.>', '_INBOX.*.*.*', 'signal.>', `${user}.>`, '$SYS.>', '$JS.>', '$JS.API.>']
    const tried = [...new Set([...foreign, ...wide])].filter((subject) => !own.subscribe.includes(subject))
    for (const subject of [...tried, ...own.subscribe]) intruder.nats.subscribe(subject, { callback: () => undefined })
    expect((await intruder.refused()).sort()).toEqual(tried.sort())
  })
})

describe('an answer', () => {
  it('may be given 256 times to a frame, and to nothing that was not asked', async () => {
    const [gateway, dice] = [await intrude('gateway'), await intrude('dice-slots')]
    const inbox = `${inboxPrefix('gateway')}.mine`
    const heard: string[] = []
    gateway.nats.subscribe(`${inbox}.*`, { callback: (_error, { subject }) => void heard.push(subject) })
    const asked = new Promise<Msg>((resolve) => {
      dice.nats.subscribe(getDiceCommitment.subject, { callback: (_error, message) => resolve(message) })
    })
    await dice.nats.flush()
    gateway.nats.publish(getDiceCommitment.subject, '[]', { reply: `${inbox}.1` })
    await asked
    for (let answer = 1; answer <= 257; answer += 1) dice.nats.publish(`${inbox}.1`, '[]')
    dice.nats.publish(`${inbox}.2`, '[]')
    expect(await dice.refused()).toEqual([`${inbox}.1`, `${inbox}.2`])
    await gateway.nats.flush()
    expect(heard).toHaveLength(256)
  })

  it('comes for each of 256 calls of a frame that are answered one by one', async () => {
    const wallet = await join('wallet')
    let turn: Promise<unknown> = Promise.resolve()
    let sequence = 0
    const oneByOne = handle(playBet, async () => {
      const mine = turn.then(() => setImmediate())
      turn = mine
      await mine
      return { balancePaise: paise(0), balanceSeq: (sequence += 1), bonusReleased: false, replayed: false }
    })
    wallet.serve([oneByOne], undefined)
    await wallet.flush()
    const dice = await join('dice-slots')
    const answers = await Promise.all(Array.from({ length: 256 }, () => dice.call(playBet, bet, meta)))
    expect(answers.map(({ balanceSeq }) => balanceSeq)).toEqual(answers.map((_answer, index) => index + 1))
  })

  it('settles calls of its own frame alone: a game cannot answer a login', async () => {
    const [gateway, auth, dice] = [await join('gateway'), await join('auth'), await intrude('dice-slots')]
    const session = {
      message: 'Welcome',
      token: 'true',
      user: {
        _id: playerId,
        email: 'asha@example.in',
        language: 'en' as const,
        balance: 0,
        balanceSeq: 0,
        netResult: 0,
      },
    }
    const asked = Promise.withResolvers<undefined>()
    const allowed = Promise.withResolvers<undefined>()
    auth.serve(
      [
        handle(login, async () => {
          asked.resolve(undefined)
          await allowed.promise
          return login.output.decode(session)
        }),
      ],
      undefined,
    )
    dice.nats.subscribe(getDiceCommitment.subject, {
      callback: (_error, { reply }) => {
        const forged = Array.from({ length: 100 }, (_, i) => ({ i, out: { token: 'forged' } }))
        dice.nats.publish(reply ?? '', JSON.stringify(forged))
      },
    })
    await Promise.all([auth.flush(), dice.nats.flush()])
    const loggedIn = gateway.send(login, { email: 'asha@example.in', password: 'longenough' }, meta)
    await asked.promise
    const { token } = tokens.player()
    const answered = await gateway.send(getDiceCommitment, {}, { ...meta, token })
    expect(answered.out).toEqual({ token: 'forged' })
    allowed.resolve(undefined)
    expect((await loggedIn).out).toMatchObject({ token: 'true' })
  })

  it('goes by a name that nobody guesses', async () => {
    const dice = await join('dice-slots')
    const wallet = await intrude('wallet')
    const names: string[] = []
    wallet.nats.subscribe(subjectOf(playBet, 'dice-slots'), {
      callback: (_error, message) => {
        names.push(message.reply ?? '')
        message.respond(
          JSON.stringify(message.json<{ i: number }[]>().map(({ i }) => ({ i, e: { c: 'internal', m: '' } }))),
        )
      },
    })
    await wallet.nats.flush()
    for (const _call of [1, 2]) await dice.call(playBet, bet, meta).catch(() => undefined)
    expect(names).toHaveLength(2)
    for (const name of names) expect(name).toMatch(/^_INBOX\.dice-slots\.[0-9a-f-]{36}\.[0-9a-f-]{36}$/)
    expect(new Set(names.map((name) => name.split('.')[3])).size).toBe(2)
  })
})

describe('a call', () => {
  const frame = JSON.stringify([{ i: 1, meta: { requestId: 'test' }, in: bet }])

  it.each([
    { what: 'nowhere', reply: undefined },
    { what: 'to an operation', reply: 'wallet.credit' },
    { what: 'into the inbox of somebody who may not call', reply: '_INBOX.gateway.guessed.1' },
    { what: 'into an inbox whose name begins alike', reply: '_INBOX.dice-slots-too.guessed.1' },
  ])('that is to be answered $what is not taken', async ({ reply }) => {
    const wallet = await openWallet()
    const dice = await intrude('dice-slots')
    dice.nats.publish(subjectOf(playBet, 'dice-slots'), frame, reply === undefined ? {} : { reply })
    await dice.nats.flush()
    // The wallet takes messages in their order.
    await (await join('dice-slots')).call(playBet, bet, meta)
    expect(wallet.played).toBe(1)
  })

  it('is answered by a host whose clock is a minute ahead', async () => {
    const wallet = await openWallet({ now: () => systemClock.now() + 60_000 })
    const dice = await join('dice-slots')
    expect(await dice.call(playBet, bet, meta)).toMatchObject({ balanceSeq: 1 })
    expect(wallet.played).toBe(1)
  })
})

const rubbish = [
  { what: 'no JSON', text: '{' },
  { what: 'nothing', text: '' },
  { what: 'another shape', text: '{"a":[null]}' },
  { what: 'a list of other things', text: '[null,1,{"i":"x"}]' },
  {
    what: 'too many',
    text: JSON.stringify(Array.from({ length: 257 }, () => ({ i: 1, meta: { requestId: 'r' }, in: bet }))),
  },
]

describe.each(rubbish)('a message that is $what', ({ text }) => {
  it('is dropped by who answers calls', async () => {
    const wallet = await openWallet()
    const [intruder, dice] = [await intrude('dice-slots'), await join('dice-slots')]
    intruder.nats.publish(subjectOf(playBet, 'dice-slots'), text, { reply: '_INBOX.dice-slots.mine.1' })
    await intruder.nats.flush()
    await dice.call(playBet, bet, meta)
    expect(wallet.played).toBe(1)
  })

  it('is dropped by who hears a signal', async () => {
    const heard: unknown[] = []
    const [auth, wallet] = [await intrude('auth'), await join('wallet')]
    wallet.onSignal(maintenanceChanged, (payload) => heard.push(payload), { shared: false })
    await wallet.flush()
    auth.nats.publish(maintenanceChanged.subject, text)
    auth.nats.publish(maintenanceChanged.subject, JSON.stringify({ siteMaintenance: true }))
    await eventually('the signal after it is heard', () => heard.length > 0)
    expect(heard).toEqual([{ siteMaintenance: true }])
  })

  it('is dropped by who waits for an answer', async () => {
    const [auth, dice] = [await intrude('auth'), await join('dice-slots')]
    auth.nats.subscribe(getKeys.subject, {
      callback: (_error, message) => {
        const broken = Object.assign(headers(), {
          encode: () => new TextEncoder().encode('NATS/1.0\r\na: b\nc\r\n\r\n'),
        })
        auth.nats.publish(message.reply ?? '', '[]', { headers: broken })
        message.respond(text)
        const [{ i } = { i: 0 }] = message.json<{ i: number }[]>()
        message.respond(JSON.stringify([{ i, out: { keys: [] } }]))
      },
    })
    await auth.nats.flush()
    expect(await dice.call(getKeys, {}, meta)).toEqual({ keys: [] })
  })
})
