import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  askAviatorLoss,
  aviatorCashedOut,
  aviatorCrashed,
  aviatorLossesProcessed,
  aviatorRoundStarted,
  aviatorTicked,
  cashOutAviator,
  getAviatorBetProof,
  getAviatorState,
  limits,
  maxBetsSettled,
  placeAviatorBet,
} from '@kismet/contracts'
import { flightInstantMs, flightMultiplierHundredths, verifyProof } from '@kismet/fairness'
import { systemClock } from '@kismet/service-kit/clock'
import { isRefusal } from '@kismet/service-kit/refusal'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { loseAnswer, openingPaise } from './fake-wallet.ts'
import { World } from './world.ts'

const { bettingMs, settleAfterMs, receivedBeforeMs } = limits.aviator
const clock = new TestClock(systemClock.now())
let world: World
let usedRoundId = ''

beforeAll(async () => {
  world = await World.create(clock)
  world.listen(aviatorRoundStarted, aviatorTicked, aviatorCrashed, aviatorCashedOut, aviatorLossesProcessed)
  await world.start({ ROUND_LIABILITY_CAP: '10000000' })
})
beforeEach(async () => {
  // A round of its own for each test: whatever the one before has left flies to its end.
  await eventually('betting has just opened', async () => {
    const state = await round().catch(() => undefined)
    const isNew = state?.phase === 'betting' && state.roundId !== usedRoundId
    if (isNew && state.bettingEndsAt - now() > bettingMs - 1_500) {
      usedRoundId = state.roundId
      return true
    }
    clock.advance(1_000)
    return false
  })
  await world.settled()
}, 60_000)
afterAll(() => world.remove())

/** Lets the round that takes bets take off, and gives its take-off. */
async function takeOff(): Promise<number> {
  clock.advance(bettingMs)
  const { takeoffAt } = await world.state('it flies', (state) => state.phase === 'flying')
  return takeoffAt ?? 0
}

/** Lets time pass until a round has crashed, and its losses are settled. */
async function crash(roundId: string): Promise<number> {
  const { crashPoint } = await eventually(
    'it is told that it has crashed',
    () => {
      clock.advance(200)
      return world.heard<{ roundId: string; crashPoint: number }>(aviatorCrashed).find((one) => one.roundId === roundId)
    },
    20_000,
  )
  clock.advance(settleAfterMs)
  return crashPoint
}

const now = () => clock.now()
const round = () => world.ask(getAviatorState, world.tokens.player(), {})
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'none',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  )

describe('a bet', () => {
  it('is taken once a player and round, however often it is sent', async () => {
    const player = world.tokens.player()
    const { roundId } = await round()
    const sent = Array.from({ length: 8 }, () => world.ask(placeAviatorBet, player, { amount: 100, roundId }))
    const codes = await Promise.all(sent.map(refusal))
    expect(codes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'bet_already_placed'), 'none'])
    expect(world.wallet.balanceOf(player.id)).toBe(openingPaise - 10_000)
  })

  it('that the wallet refuses leaves nothing, and room for another one', async () => {
    const player = world.tokens.player()
    const { roundId } = await round()
    world.wallet.setBalance(player.id, 9_999)
    expect(await refusal(world.ask(placeAviatorBet, player, { amount: 100, roundId }))).toBe('insufficient_balance')
    world.wallet.setBalance(player.id, 10_000)
    await world.ask(placeAviatorBet, player, { amount: 100, roundId })
  })

  it('of which nobody knows whether the wallet has it is given back', async () => {
    const player = world.tokens.player()
    const { roundId } = await round()
    world.wallet.reserveBy(loseAnswer)
    expect(await refusal(world.ask(placeAviatorBet, player, { amount: 100, roundId }))).toBe('unavailable')
    await eventually('the stake is back', () => world.wallet.balanceOf(player.id) === openingPaise)
    expect((await world.ask(getAviatorState, player, {})).bet).toBeNull()
  })

  it('that the wallet has not taken when betting closes is released and refused', async () => {
    const player = world.tokens.player()
    const { roundId } = await round()
    const gate = Promise.withResolvers<undefined>()
    const reached = Promise.withResolvers<undefined>()
    world.wallet.reserveBy(async (book) => {
      reached.resolve(undefined)
      await gate.promise
      return book()
    })
    const placing = refusal(world.ask(placeAviatorBet, player, { amount: 100, roundId }))
    await reached.promise
    // Whether it flies for long, or crashes at once, nobody has chosen.
    clock.advance(bettingMs)
    await world.state('betting is over', ({ phase }) => phase !== 'betting')
    gate.resolve(undefined)
    expect(await placing).toBe('betting_closed')
    await world.settled()
    expect(world.wallet.balanceOf(player.id)).toBe(openingPaise)
  })

  it('is refused after the close, for another round, under maintenance, and over the cap of the round', async () => {
    const { roundId } = await round()
    const place = (amount: number, id = roundId) =>
      refusal(world.ask(placeAviatorBet, world.tokens.player(), { amount, roundId: id }))
    expect(await place(100, 'another')).toBe('betting_closed')
    const codes = await Promise.all(Array.from({ length: 11 }, () => place(10_000)))
    expect(codes.filter((code) => code === 'round_full')).toHaveLength(1)
    await world.setMaintenance(true)
    expect(await eventually('it is heard', async () => (await place(100)) === 'maintenance')).toBe(true)
    await world.setMaintenance(false)
    await eventually('it is over', async () => (await place(100)) !== 'maintenance')
    clock.advance(bettingMs)
    expect(await place(100)).toBe('betting_closed')
  })
})

describe('a cash-out', () => {
  it.each([
    ['when it was received', -100, -100],
    ['250 ms before it arrives at most', -5_000, -receivedBeforeMs],
    ['when it arrives, whatever is said', 60_000, 0],
  ])('is priced by %s', async (_what, saidMs, countsMs) => {
    const player = world.tokens.player()
    const { roundId } = await round()
    const clientSeed = await world.oracle.clientSeedFor(200, 10_000)
    await world.ask(placeAviatorBet, player, { amount: 100, roundId, clientSeed })
    const takeoffAt = await takeOff()
    clock.advance(takeoffAt + 9_000 - now())
    const paid = await world.ask(cashOutAviator, player, { roundId, receivedAt: now() + saidMs })
    const hundredths = flightMultiplierHundredths(9_000 + countsMs)
    expect(paid).toMatchObject({ multiplier: hundredths / 100, payout: hundredths, auto: false, roundId })
    expect(world.wallet.balanceOf(player.id)).toBe(openingPaise - 10_000 + hundredths * 100)
    expect(paid.balance).toBe(world.wallet.balanceOf(player.id) / 100)
  })

  it('is paid once, however often it is pressed', async () => {
    const player = world.tokens.player()
    const { roundId } = await round()
    const clientSeed = await world.oracle.clientSeedFor(200, 10_000)
    await world.ask(placeAviatorBet, player, { amount: 100, roundId, clientSeed })
    const takeoffAt = await takeOff()
    clock.advance(takeoffAt + 5_000 - now())
    const receivedAt = now()
    const pressed = Array.from({ length: 8 }, () => refusal(world.ask(cashOutAviator, player, { roundId, receivedAt })))
    const codes = await Promise.all(pressed)
    expect(codes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'already_settled'), 'none'])
  })

  it('that comes after the crash finds a bet that is lost, which is told once and proven', async () => {
    const [early, late] = [world.tokens.player(), world.tokens.player()]
    const { roundId } = await round()
    const clientSeed = await world.oracle.clientSeedFor(180, 300, ['first'])
    await world.ask(placeAviatorBet, early, { amount: 100, roundId, clientSeed: 'first' })
    const { betId } = await world.ask(placeAviatorBet, late, { amount: 100, roundId, clientSeed })
    const takeoffAt = await takeOff()
    const crashPoint = await crash(roundId)
    const crashAt = takeoffAt + flightInstantMs(Math.round(crashPoint * 100))
    expect(await refusal(world.ask(cashOutAviator, late, { roundId, receivedAt: crashAt }))).toBe('round_crashed')
    await world.settled()
    const loss = await world.ask(askAviatorLoss, late, { roundId })
    expect(loss).toMatchObject({ betId, betAmount: 100, crashPoint, bonusReleased: false })
    const told = () => world.heard<{ to: string }[]>(aviatorLossesProcessed).flat()
    await eventually('it is told', () => told().some(({ to }) => to === late.id))
    expect(told().filter(({ to }) => to === late.id)).toHaveLength(1)
    const { proof } = await world.ask(getAviatorBetProof, late, { betId })
    expect(proof).toMatchObject({ id: betId, stake: 100, payout: 0 })
    expect(verifyProof({ proof }).valid).toBe(true)
    expect(await refusal(world.ask(getAviatorBetProof, early, { betId }))).toBe('not_found')
  })

  it('that arrives after the crash is in time if its gateway had it before', async () => {
    const player = world.tokens.player()
    const { roundId } = await round()
    const clientSeed = await world.oracle.clientSeedFor(200, 200)
    await world.ask(placeAviatorBet, player, { amount: 100, roundId, clientSeed })
    const crashAt = (await takeOff()) + flightInstantMs(200)
    clock.advance(crashAt + 100 - now())
    await world.state('it has crashed', ({ phase }) => phase === 'crashed')
    expect(await world.ask(cashOutAviator, player, { roundId, receivedAt: crashAt - 1 })).toMatchObject({
      multiplier: 1.99,
    })
  })

  it('waits for the wallet: what is acknowledged is booked', async () => {
    const player = world.tokens.player()
    const { roundId } = await round()
    const clientSeed = await world.oracle.clientSeedFor(200, 10_000)
    await world.ask(placeAviatorBet, player, { amount: 100, roundId, clientSeed })
    const takeoffAt = await takeOff()
    clock.advance(takeoffAt + 5_000 - now())
    world.wallet.isDown = true
    let isAnswered = false
    const paying = world.ask(cashOutAviator, player, { roundId, receivedAt: now() }).finally(() => (isAnswered = true))
    await eventually('it is decided', async () => {
      const { rowCount } = await world.owner.query(`SELECT FROM bet WHERE status = 'decided'`)
      return rowCount === 1
    })
    expect(isAnswered).toBe(false)
    world.wallet.isDown = false
    expect(await paying).toMatchObject({ payout: flightMultiplierHundredths(5_000) })
  })
})

describe('the end of a round', () => {
  it('pays targets, settles losses together, and becomes a log of facts', async () => {
    const { roundId } = await round()
    const clientSeed = await world.oracle.clientSeedFor(150, 200, ['one', 'two'])
    const seeds = ['one', 'two', clientSeed]
    const players = Array.from({ length: 40 }, () => world.tokens.player())
    for (const [index, player] of players.entries())
      await world.ask(placeAviatorBet, player, {
        ...{ amount: 100 + index, roundId, autoCashout: index < 20 ? 1.2 : 9 },
        ...(index < 3 ? { clientSeed: seeds[index] } : {}),
      })
    await takeOff()
    await crash(roundId)
    await world.settled()
    const balances = players.map(({ id }) => world.wallet.balanceOf(id) - openingPaise)
    expect(balances).toEqual(players.map((_player, index) => (100 + index) * (index < 20 ? 20 : -100)))
    expect(world.wallet.settled.slice(-2)).toEqual([20, 20])
    const booked = await world.owner.query<{ id: string; paise: number }>(
      'SELECT player_id AS id, balance_paise AS paise FROM bet JOIN round USING (round_number) WHERE round_id = $1 ORDER BY stake_paise',
      [roundId],
    )
    expect(booked.rows).toEqual(players.map(({ id }) => ({ id, paise: world.wallet.balanceOf(id) })))
    await eventually('targets are told', () => world.heard<unknown[]>(aviatorCashedOut).flat().length >= 20)
  })

  it('settles more losses than one call takes, and asks again for those that the wallet could not book', async () => {
    const { roundId } = await round()
    const seeds = ['one', 'two', await world.oracle.clientSeedFor(101, 200, ['one', 'two'])]
    const players = Array.from({ length: maxBetsSettled + 1 }, () => world.tokens.player())
    const place = (player: TestPlayer, clientSeed?: string) =>
      world.ask(placeAviatorBet, player, { amount: 100, roundId, ...(clientSeed === undefined ? {} : { clientSeed }) })
    for (const [index, player] of players.slice(0, 3).entries()) await place(player, seeds[index])
    await Promise.all(players.slice(3).map((player) => place(player)))
    world.wallet.settleBy((book, all) =>
      all.flatMap((bet, index) => (index < 3 ? { ok: false as const, code: 'unavailable' as const } : book([bet]))),
    )
    await takeOff()
    await crash(roundId)
    await world.settled()
    expect(world.wallet.settled.slice(-3)).toEqual([maxBetsSettled, 1, 3])
    expect(new Set(players.map(({ id }) => world.wallet.balanceOf(id)))).toEqual(new Set([openingPaise - 10_000]))
  })

  it('comes after the last tick, which is not above it; at 1.00 there is none', async () => {
    const { roundId } = await round()
    const clientSeed = await world.oracle.clientSeedFor(100, 100)
    await world.ask(placeAviatorBet, world.tokens.player(), { amount: 100, roundId, clientSeed })
    clock.advance(bettingMs)
    await world.state('it has crashed', (state) => state.phase === 'crashed')
    await eventually('it is told', () => world.heard(aviatorCrashed).some((crash) => crash.roundId === roundId))
    expect(world.heard(aviatorTicked).filter((tick) => tick.roundId === roundId)).toEqual([])
  })
})
