import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { checkSession, decideDeposit, inboxPrefix, paise, playBet, subjectOf } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus } from '@kismet/test-env/test-bus'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import { connect } from '@nats-io/transport-node'
import type { Bus } from '../src/bus/bus.ts'
import { handle } from '../src/handle.ts'
import { Refusal } from '../src/refusal.ts'

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
const booked = (balanceSeq: number) => ({ balancePaise: paise(1), balanceSeq, bonusReleased: false, replayed: false })
/** A call that nobody ends before the test does. */
const patient = { ...playBet, timeoutMs: 60_000 }
/** As many calls as one service waits for. */
const mostWaiting = 16_384

let nats: TestNats
let dice: Bus
const joined: Bus[] = []

const join = async (...[user]: [Parameters<typeof joinBus>[1]]) => {
  const bus = await joinBus(nats, user, tokens)
  joined.push(bus)
  return bus
}

beforeAll(async () => {
  nats = await startTestNats()
})
beforeEach(async () => {
  for (const bus of joined.splice(0)) await bus.close()
  dice = await join('dice-slots')
})
afterAll(async () => {
  for (const bus of joined) await bus.close()
  await nats.remove()
})

async function wallet(play: () => Promise<ReturnType<typeof booked>>, asLeader?: () => boolean) {
  const bus = await join('wallet')
  const serving = bus.serve([handle(playBet, play)], undefined, asLeader)
  await bus.flush()
  return { bus, serving }
}

/** A wallet that is no program of ours. */
async function strangeWallet(answer?: (calls: { i: number }[]) => unknown) {
  const pass = new URL(nats.urlOf('wallet')).password
  const user = 'wallet'
  const bare = await connect({ port: nats.port, user, pass, inboxPrefix: inboxPrefix(user), reconnect: false })
  bare.subscribe(subjectOf(playBet, 'dice-slots'), {
    callback: (_error, message) => {
      if (answer !== undefined) message.respond(JSON.stringify(answer(message.json())))
    },
  })
  await bare.flush()
  return bare
}

describe('a call', () => {
  it('without a listening service fails at once', async () => {
    const asked = (await join('gateway')).call({ ...checkSession, timeoutMs: 60_000 }, { sessionId: playerId }, meta)
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('that is received and never answered fails after its timeout', async () => {
    const bare = await strangeWallet()
    await expect(dice.call({ ...playBet, timeoutMs: 250 }, bet, meta)).rejects.toMatchObject({ code: 'unavailable' })
    await bare.close()
  })

  it('to a service with a leader waits for the next leader', async () => {
    const asked = Array.from({ length: 3 }, () => dice.call(patient, bet, meta))
    await dice.flush()
    await wallet(
      () => Promise.resolve(booked(4)),
      () => true,
    )
    expect((await Promise.all(asked)).map(({ balanceSeq }) => balanceSeq)).toEqual([4, 4, 4])
  })

  it('to a service without a leader fails after its timeout, and when the connection breaks', async () => {
    const unavailable = { code: 'unavailable' }
    await expect(dice.call({ ...playBet, timeoutMs: 250 }, bet, meta)).rejects.toMatchObject(unavailable)
    const waiting = dice.call(patient, bet, meta)
    const failed = expect(waiting).rejects.toMatchObject(unavailable)
    await dice.flush()
    await nats.stop('SIGKILL')
    await failed
    await nats.start()
  })

  it('to a service without a leader fails well before its timeout, so that the caller can continue', async () => {
    const asked = dice.call(patient, bet, meta)
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is refused when too many calls wait, and has an unknown outcome when the connection breaks', async () => {
    const bare = await strangeWallet()
    const waiting = Array.from({ length: mostWaiting }, () => dice.call(patient, bet, meta))
    const settled = Promise.allSettled(waiting)
    await expect(dice.call(patient, bet, meta)).rejects.toMatchObject({ code: 'unavailable' })
    await dice.flush()
    await nats.stop('SIGKILL')
    const unavailable = { status: 'rejected', reason: expect.objectContaining({ code: 'unavailable' }) }
    const outcomes = await settled
    expect(outcomes).toHaveLength(mostWaiting)
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(outcomes[0]).toEqual(unavailable)
    await nats.start()
    await bare.close()
    await wallet(() => Promise.resolve(booked(7)))
    const answer = await eventually('calls are answered again', () =>
      dice.call(playBet, bet, meta).catch(() => undefined),
    )
    expect(answer.balanceSeq).toBe(7)
  })

  it('that is answered with an unknown code fails as internal', async () => {
    const bare = await strangeWallet((calls) => calls.map(({ i }) => ({ i, e: { c: 'out_of_luck', m: 'No.' } })))
    const refusal = await dice.call(patient, bet, meta).catch((error: unknown) => error)
    await bare.close()
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 'internal', message: new Refusal('internal').message })
  })

  it('whose service has lost its database is unavailable, not a bug', async () => {
    await wallet(() => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })))
    await expect(dice.call(patient, bet, meta)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('of an admin is for the roles of its contract', async () => {
    const payments = await join('payments')
    const decide = handle(decideDeposit, () => Promise.reject(new Refusal('not_found')))
    payments.serve([decide], undefined)
    await payments.flush()
    const gateway = await join('gateway')
    const input = { id: playerId, status: 'approved' }
    const codeFor = (token: string) =>
      gateway.send(decideDeposit, input, { ...meta, token }).catch((error: unknown) => (error as Refusal).code)
    expect(await codeFor(tokens.admin('cashier').token)).toBe('not_found')
    expect(await codeFor(tokens.admin('auditor').token)).toBe('forbidden')
  })
})

describe('a service', () => {
  it('takes no more calls when it is stopped, and is done when those that run are answered', async () => {
    const running = Promise.withResolvers<undefined>()
    const allowed = Promise.withResolvers<undefined>()
    const { bus, serving } = await wallet(async () => {
      running.resolve(undefined)
      await allowed.promise
      return booked(3)
    })
    const happened: string[] = []
    const answered = dice.call(patient, bet, meta).then(({ balanceSeq }) => happened.push(`answer ${balanceSeq}`))
    await running.promise
    const stopped = serving.stop().then(() => happened.push('stopped'))
    await bus.flush()
    await expect(dice.call({ ...playBet, timeoutMs: 250 }, bet, meta)).rejects.toMatchObject({ code: 'unavailable' })
    await setImmediate()
    expect(happened).toEqual([])
    allowed.resolve(undefined)
    await Promise.all([answered, stopped])
    expect(happened.toSorted()).toEqual(['answer 3', 'stopped'])
  })

  it('as the leader gets every call, whatever a leader of before that is paused still takes', async () => {
    const woken = Promise.withResolvers<ReturnType<typeof booked>>()
    await wallet(
      () => woken.promise,
      () => true,
    )
    await wallet(
      () => Promise.resolve(booked(2)),
      () => true,
    )
    for (let nth = 0; nth < 20; nth += 1) expect((await dice.call(patient, bet, meta)).balanceSeq).toBe(2)
    woken.resolve(booked(1))
  })

  it('as a leader whose term may be over drops calls, which its successor gets', async () => {
    const seen = { played: 0 }
    const play = () => Promise.resolve(booked((seen.played += 1)))
    await wallet(play, () => false)
    await wallet(
      () => Promise.resolve(booked(100)),
      () => true,
    )
    for (let nth = 0; nth < 5; nth += 1) expect((await dice.call(patient, bet, meta)).balanceSeq).toBe(100)
    expect(seen.played).toBe(0)
  })
})
