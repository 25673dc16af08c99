import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { getVolatilityMode, limits, placeAviatorBet, setVolatilityMode } from '@kismet/contracts'
import { flightMultiplierHundredths } from '@kismet/fairness'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { TestClock } from '@kismet/test-env/test-clock'
import { World } from './world.ts'

const clock = new TestClock(systemClock.now())
let world: World
/** Connected as the service is: whoever has taken it over can do as much. */
let role: Pool

beforeAll(async () => {
  world = await World.create(clock)
  const url = world.database.urlOf('aviator')
  role = createPool({ url, schema: 'aviator', maxConnections: 1, log: testLogger('role') })
})
afterAll(async () => {
  await role.end()
  await world.remove()
})

const elapsedMs = 1_000
const multiplier = flightMultiplierHundredths(elapsedMs)
/** What somebody writes down as the end of a bet of 100 rupees. */
const ends = [
  { what: 'more than its multiplier', multiplier, payoutPaise: 100_000_000, atMs: elapsedMs },
  { what: 'a multiplier that the flight had later', multiplier: 190, payoutPaise: 19_000, atMs: elapsedMs },
  { what: 'more than the crash point', multiplier: 10_000, payoutPaise: 1_000_000, atMs: 90_000 },
  { what: 'a cash-out before take-off', multiplier: 100, payoutPaise: 10_000, atMs: -1 },
]
const owed = async ({ registry }: Awaited<ReturnType<World['start']>>) =>
  /^aviator_unbooked_bets(?:\{.*\})? (\d+)$/m.exec(await registry.metrics())?.[1]
const own = { what: 'what it comes to', multiplier, payoutPaise: multiplier * 100, atMs: elapsedMs }

it('a decision that is not what the flight comes to is settled by no leader who finds it', async () => {
  await world.start()
  const { roundId } = await world.state('betting is open', ({ phase }) => phase === 'betting')
  // The first three seeds decide the flight.
  const third = await world.oracle.clientSeedFor(200, 250, ['first', 'second'])
  const place = (clientSeed: string, autoCashout?: number) =>
    world.ask(placeAviatorBet, world.tokens.player(), { amount: 100, roundId, clientSeed, autoCashout })
  const loser = await place('first')
  const bets = []
  for (const [index, end] of [...ends, own].entries())
    bets.push({ ...end, betId: (await place(index === 0 ? 'second' : third, 1.99)).betId })
  clock.advance(limits.aviator.bettingMs)
  await world.state('it flies', ({ phase }) => phase === 'flying')
  await world.stopServices()
  for (const { betId, payoutPaise, multiplier: hundredths, atMs } of bets)
    await role.query(
      `UPDATE bet SET status = 'decided', multiplier_hundredths = $2, payout_paise = $3, auto = false,
         received_at_ms = (SELECT takeoff_at_ms FROM round WHERE phase = 'flying') + $4 WHERE bet_id = $1`,
      [betId, hundredths, payoutPaise, atMs],
    )
  const successor = await world.start()
  const stateOf = (betId: string) => world.wallet.bets.get(betId)?.state
  await eventually('the round is settled', () => {
    clock.advance(500)
    return stateOf(loser.betId) === 0
  })
  expect(bets.map(({ what, betId }) => [what, stateOf(betId)])).toEqual([
    ...ends.map(({ what }) => [what, 'open']),
    [own.what, own.payoutPaise],
  ])
  // The wallet's answer to the others is on its way.
  await eventually('theirs alone are owed', async () => (await owed(successor)) === String(ends.length))
  await world.stopServices()
}, 60_000)

/** Lets time go by until a round takes bets, another one than that. */
const nextBetting = (roundId?: string) =>
  eventually('betting is open', async () => {
    const state = await world.state('anything', () => true)
    if (state.phase === 'betting' && state.roundId !== roundId) return state
    clock.advance(500)
    return undefined
  })

it('a bet that is written into a round which is over is settled by no leader who finds it', async () => {
  const leader = await world.start()
  const { roundId, roundNumber } = await nextBetting()
  const high = await world.oracle.clientSeedFor(400, 450, [])
  await world.ask(placeAviatorBet, world.tokens.player(), { amount: 100, roundId, clientSeed: high })
  const next = await nextBetting(roundId)
  const player = world.tokens.player()
  const written: string[] = []
  world.wallet.reserveBy(async (book) => {
    const booked = book()
    const { rows } = await role.query<{ betId: string }>(
      `WITH gone AS (DELETE FROM bet WHERE player_id = $1 AND status = 'asked' RETURNING bet_id)
       INSERT INTO bet (bet_id, round_number, player_id, name, stake_paise, target_hundredths, client_seed, client_seed_by_player, placed_at, status, place)
       SELECT bet_id, $2, $1, 'x', 10000, 390, 'abc', true, now(), 'open', 99 FROM gone RETURNING bet_id AS "betId"`,
      [player.id, roundNumber],
    )
    written.push(...rows.map(({ betId }) => betId))
    return booked
  })
  const { betId } = await world.ask(placeAviatorBet, player, { amount: 100, roundId: next.roundId })
  expect(written).toEqual([betId])
  const owedBefore = Number(await owed(leader))
  await world.stopServices()
  const successor = await world.start()
  await world.state('the next round goes on', (state) => state.roundId === next.roundId)
  await eventually('the bet is owed', async () => Number(await owed(successor)) === owedBefore + 1)
  expect(world.wallet.bets.get(betId)?.state).toBe('open')
}, 60_000)

it('a house edge that no admin has chosen is that of no round', async () => {
  const service = await world.start()
  const owner = world.tokens.admin('owner')
  const notWritten = async () => /^aviator_settings_not_written (\d)$/m.exec(await service.registry.metrics())?.[1]
  const modes = async () => {
    const { mode, roundMode } = await world.ask(getVolatilityMode, owner, {})
    return [mode, roundMode]
  }
  await world.ask(setVolatilityMode, owner, { mode: 'mild' })
  expect(await notWritten()).toBe('0')
  const { roundId } = await world.state('a round', () => true)
  await role.query(
    `INSERT INTO volatility_change (mode, previous, admin_name, changed_at) VALUES ('hard', 'mild', 'owner', now())`,
  )
  // What says nothing hides nothing either.
  await role.query(
    `INSERT INTO audit SELECT (jsonb_populate_record(audit, jsonb_build_object(
       'sequence', sequence + 1, 'previous_hash', hash, 'hash', 'none', 'detail', jsonb_build_object('after', 'hard')))).*
     FROM audit ORDER BY sequence DESC LIMIT 1`,
  )
  await nextBetting(roundId)
  expect(await modes()).toEqual(['mild', 'mild'])
  expect(await notWritten()).toBe('1')
  await world.ask(setVolatilityMode, owner, { mode: 'normal' })
  expect(await notWritten()).toBe('0')
}, 60_000)
