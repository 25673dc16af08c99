import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { balancesChanged, getBetProof, getKeys, listDeposits, paise, playBet, readBalance } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, startFakeAuth } from '@kismet/test-env/test-bus'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { Bus } from '../src/bus/bus.ts'
import { handle } from '../src/handle.ts'
import { Refusal } from '../src/refusal.ts'

const meta = { requestId: 'test' }
const playerId = '0190a000-0000-7000-8000-000000000001'

function betOf(index: number, stake: number) {
  const betId = `0190a000-0000-7000-8000-${String(index).padStart(12, '0')}`
  return { betId, playerId, game: 'Dice' as const, stakePaise: paise(stake), payoutPaise: paise(0) }
}

describe('the bus', () => {
  const tokens = new TestTokens()
  let nats: TestNats
  let wallet: Bus
  let dice: Bus
  let gateway: Bus
  let payments: Bus
  let auth: Bus

  beforeAll(async () => {
    nats = await startTestNats()
    ;[wallet, dice, gateway, payments] = await Promise.all([
      joinBus(nats, 'wallet', tokens),
      joinBus(nats, 'dice-slots', tokens),
      joinBus(nats, 'gateway', tokens),
      joinBus(nats, 'payments', tokens),
    ])
    auth = await startFakeAuth(nats, tokens)
    wallet.serve(
      [
        handle(playBet, (_context, { input }) => {
          if (input.stakePaise === 666) throw new Error('a bug')
          if (input.stakePaise > 1_000) throw new Refusal('insufficient_balance', undefined, { balance: 10 })
          if (input.stakePaise > 900) throw new Refusal('already_decided')
          return Promise.resolve({
            balancePaise: paise(1_000 - input.stakePaise),
            balanceSeq: 1,
            bonusReleased: false,
            replayed: false,
          })
        }),
      ],
      undefined,
    )
    payments.serve(
      [
        handle(listDeposits, (_context, call) => {
          call.replayed()
          return Promise.resolve({ deposits: [], nextCursor: call.player.id, usualMinutes: null })
        }),
      ],
      undefined,
    )
    await Promise.all([wallet.flush(), payments.flush()])
  })

  afterAll(async () => {
    await Promise.all([wallet, dice, gateway, payments, auth].map((bus) => bus.close()))
    await nats.remove()
  })

  it('asks the service that has what is asked for, where several answer one route', async () => {
    const { token, id } = tokens.player()
    const routed = { ...getBetProof, subjectFor: () => listDeposits.subject }
    const { out } = await gateway.send(routed, {}, { ...meta, token })
    expect(out).toMatchObject({ nextCursor: id })
  })

  it('answers each of many calls of one tick with its own answer', async () => {
    const stakes = Array.from({ length: 900 }, (_, index) => index % 600)
    const answers = await Promise.all(stakes.map((stake, index) => dice.call(playBet, betOf(index, stake + 1), meta)))
    expect(answers.map((answer) => answer.balancePaise)).toEqual(stakes.map((stake) => 999 - stake))
  })

  it.each([
    { what: 'a refusal that the contract lists', stake: 1_001, code: 'insufficient_balance' },
    { what: 'a refusal that it does not list', stake: 901, code: 'internal' },
    { what: 'a bug', stake: 666, code: 'internal' },
  ])('gives $what to the caller as $code', async ({ stake, code }) => {
    await expect(dice.call(playBet, betOf(1, stake), meta)).rejects.toMatchObject({ code })
  })

  it('refuses input that the contract does not know', async () => {
    await expect(dice.send(playBet, { ...betOf(1, 1), stakePaise: 1.5 }, meta)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  it('says that nobody answers', async () => {
    await expect(payments.call({ ...readBalance, timeoutMs: 250 }, { playerId }, meta)).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  it('does not let a service call what the contracts do not give it', async () => {
    const call = payments.call({ ...playBet, timeoutMs: 200 }, betOf(1, 1), meta)
    await expect(call).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('hands the player of the token to the handler, and refuses other tokens', async () => {
    const player = tokens.player()
    const reply = await gateway.send(listDeposits, {}, { ...meta, token: player.token })
    expect(reply).toMatchObject({ p: 1, out: { deposits: [], nextCursor: player.id } })
    await expect(gateway.send(listDeposits, {}, meta)).rejects.toMatchObject({ code: 'unauthenticated' })
    const admin = tokens.admin()
    await expect(gateway.send(listDeposits, {}, { ...meta, token: admin.token })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    const foreign = new TestTokens().player()
    await expect(gateway.send(listDeposits, {}, { ...meta, token: foreign.token })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  it('carries signals to who listens, money in rupees', async () => {
    const heard: unknown[] = []
    gateway.onSignal(balancesChanged, (payload) => heard.push(...payload), { shared: true })
    await gateway.call(getKeys, {}, meta)
    wallet.signal(balancesChanged, [
      {
        to: playerId,
        balance: paise(12_345),
        balanceSeq: 1,
        netResult: paise(-50),
        reason: 'play',
        bonusReleased: false,
      },
    ])
    await eventually('the signal is heard', () => heard.length > 0)
    expect(heard).toEqual([
      { to: playerId, balance: 123.45, balanceSeq: 1, netResult: -0.5, reason: 'play', bonusReleased: false },
    ])
  })

  it('lets a leader drop the calls of which it cannot be certain that they are its own', async () => {
    const leads = { before: false, now: true }
    const answered: string[] = []
    const answerAs = (who: keyof typeof leads) =>
      handle(readBalance, () => {
        answered.push(who)
        return Promise.resolve({ balance: paise(1), balanceSeq: 1, netResult: paise(0) })
      })
    const servings = [
      wallet.serve([answerAs('before')], undefined, () => leads.before),
      wallet.serve([answerAs('now')], undefined, () => leads.now),
    ]
    await wallet.flush()
    await payments.call(readBalance, { playerId }, meta)
    leads.before = true
    await payments.call(readBalance, { playerId }, meta)
    await Promise.all(servings.map((serving) => serving.stop()))
    expect(answered.toSorted()).toEqual(['before', 'now', 'now'])
  })

  it('goes on by itself after the server was restarted', async () => {
    await nats.stop('SIGKILL')
    await nats.start()
    const answer = await eventually('calls are answered again', () =>
      dice.call(playBet, betOf(1, 1), meta).catch(() => undefined),
    )
    expect(answer.balancePaise).toBe(999)
  })
})
