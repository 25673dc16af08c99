import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  maxBetsSettled,
  paise,
  playBet,
  readBalance,
  reserveBet,
  settleBet,
  settleBets,
  voidBet,
} from '@kismet/contracts'
import type { Input } from '@kismet/contracts'
import { newId } from './fixture.ts'
import { WalletOnBus } from './wallet-on-bus.ts'

let world: WalletOnBus
beforeAll(async () => {
  world = await WalletOnBus.open()
})
afterAll(() => world.close())

type Bet = Input<typeof settleBet>
const stakePaise = paise(10_000)

/** A bet of 100 rupees of a new player with 1,000, which is to pay so many rupees. */
async function reserved(payoutRupees: number): Promise<Bet> {
  const playerId = newId()
  const betId = newId()
  await world.credit(playerId, 1_000)
  await world.call('aviator', reserveBet, { betId, playerId, game: 'Aviator', stakePaise })
  return { betId, playerId, stakePaise, payoutPaise: paise(payoutRupees * 100) }
}

const settle = async (...bets: Bet[]) => (await world.call('aviator', settleBets, { bets })).outcomes

it('settles each bet as one call of its own would, in the order in which they are given', async () => {
  const [won, lost] = [await reserved(250), await reserved(0)]
  expect(await settle(won, lost)).toEqual([
    { ok: true, balancePaise: 115_000, balanceSeq: 3, bonusReleased: false, replayed: false },
    { ok: true, balancePaise: 90_000, balanceSeq: 3, bonusReleased: false, replayed: false },
  ])
  expect(await world.call('aviator', readBalance, { playerId: won.playerId })).toMatchObject({ netResult: 15_000 })
})

it('answers one that is settled already, together with others or alone, as it did first', async () => {
  const bet = await reserved(120)
  const [first] = await settle(bet)
  expect(await settle(bet, bet)).toEqual([
    { ...first, replayed: true },
    { ...first, replayed: true },
  ])
  expect(await world.call('aviator', settleBet, bet)).toEqual({ ...Object(first), ok: undefined, replayed: true })
})

it('refuses one for itself alone', async () => {
  const [good, voided, changed, high] = [await reserved(1), await reserved(1), await reserved(1), await reserved(1)]
  await world.call('aviator', voidBet, { betId: voided.betId, playerId: voided.playerId, reason: 'the round is void' })
  await settle(changed)
  const outcomes = await settle(
    voided,
    { ...changed, payoutPaise: paise(0) },
    { ...high, payoutPaise: paise(100_000_001) },
    { ...good, betId: newId() },
    { ...good, playerId: newId() },
    good,
  )
  const codes = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code))
  expect(codes).toEqual(['bet_voided', 'idempotency_conflict', 'max_win_exceeded', 'not_found', 'not_found', 'ok'])
})

it.each([0, maxBetsSettled + 1])('takes no call with %d bets', async (count) => {
  const bets = Array.from({ length: count }, () => ({
    ...{ betId: newId(), playerId: newId(), stakePaise, payoutPaise: paise(0) },
  }))
  const sent = world.bus('aviator').send(settleBets, { bets }, { requestId: 'test' })
  await expect(sent).rejects.toMatchObject({ code: 'invalid_request' })
})

it('lets a game have nothing to do with the bets of another one, whatever it says', async () => {
  const { betId, playerId } = await reserved(0)
  const mine = newId()
  await world.call('mines', reserveBet, { betId: mine, playerId, game: 'Mines', stakePaise })
  const refused = async (asked: Promise<unknown>) => expect(asked).rejects.toMatchObject({ code: expect.any(String) })
  await refused(world.call('mines', settleBet, { betId, playerId, stakePaise, payoutPaise: paise(100_000_000) }))
  await refused(world.call('mines', voidBet, { betId, playerId, reason: 'test' }))
  await refused(world.call('dice-slots', voidBet, { betId, playerId, reason: 'test' }))
  const bet = { playerId, stakePaise: paise(100) }
  const win = { ...bet, payoutPaise: paise(100_000_000) }
  await refused(world.call('dice-slots', playBet, { ...win, betId: newId(), game: 'Aviator' }))
  await refused(world.call('mines', playBet, { ...win, betId: newId(), game: 'Dice' }))
  await refused(world.call('aviator', reserveBet, { ...bet, betId: newId(), game: 'Mines' }))
  const [foreign] = await settle({ betId: mine, playerId, stakePaise, payoutPaise: paise(1) })
  expect(foreign).toEqual({ ok: false, code: 'not_found' })
  expect(await world.call('aviator', readBalance, { playerId })).toMatchObject({ balance: paise(80_000) })
  expect(
    await world.call('mines', settleBet, { betId: mine, playerId, stakePaise, payoutPaise: paise(0) }),
  ).toMatchObject({
    balancePaise: 80_000,
  })
})
