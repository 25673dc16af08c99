import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { getReturns, playSlots } from '@kismet/contracts'
import type { ReturnsGame } from '@kismet/contracts'
import { slotsRtp } from '@kismet/fairness'
import { betReturns } from '@kismet/game-kit/bet-returns'
import { countReturns } from '@kismet/game-kit/returns'
import type { GameContext } from '@kismet/game-kit/game-context'
import { newKey } from '@kismet/game-kit/test/game-world'
import { eventually } from '@kismet/test-env/eventually'
import { World } from './world.ts'

let world: World
let ctx: GameContext

beforeAll(async () => {
  world = await World.create()
  ctx = (await world.start()).context
})
afterAll(() => world.remove())

const count = (most?: number) => countReturns(ctx.db, betReturns(ctx), ctx.clock, most)
const returnsOf = async (game: ReturnsGame) =>
  (await world.ask(getReturns, world.tokens.admin('auditor'), { game, hours: '24' })).answer

/** Counts until a game has so many bets: whatever else runs in this PostgreSQL can hold the end of what is final back for a moment. */
const counted = (game: ReturnsGame, bets: number, most?: number) =>
  eventually(`${bets} bets of ${game} are counted`, async () => {
    await count(most)
    return (await returnsOf(game)).lines[0]?.bets === bets
  })

/** Bets, stakes and payouts of a game as its plays have them, in rupees. */
async function playedOf(game: string) {
  const { rows } = await world.owner.query<{ bets: number; staked: number; paid: number }>(
    'SELECT count(*) AS bets, sum(stake_paise)::float8 / 100 AS staked, sum(payout_paise)::float8 / 100 AS paid FROM bet WHERE game = $1',
    [game],
  )
  return rows[0]
}

it('counts every play once, in however many steps, each by its own theory', async () => {
  const player = world.player()
  // Multipliers are rounded to four decimals, so that each roll-over has a return of its own about 99.
  for (const rollOver of [50.5, 50.5, 2, 95, 33.33]) await world.play(player, { betAmount: 150.25, rollOver })
  for (let spins = 0; spins < 3; spins += 1) await world.ask(playSlots, player, { bet: 200 }, newKey())
  await world.caughtUp()
  await counted('dice', 5, 2)
  await counted('slots', 3, 2)

  const [dice, ...noOthers] = (await returnsOf('dice')).lines
  expect(noOthers).toEqual([])
  expect(dice).toMatchObject({ game: 'dice', setting: null, verdict: 'few', ...(await playedOf('dice')) })
  expect(dice?.theoryPercent).toBeCloseTo(99, 1)
  const [slots] = (await returnsOf('slots')).lines
  expect(slots).toMatchObject({ ...(await playedOf('slots')), bets: 3 })
  expect(slots?.theoryPercent).toBeCloseTo((100 * Number(slotsRtp.numerator)) / Number(slotsRtp.denominator), 10)

  await world.play(player)
  await world.caughtUp()
  await counted('dice', 6)
  expect((await returnsOf('dice')).lines).toMatchObject([await playedOf('dice')])
})

it('counts a play once when two count at a time', async () => {
  const before = (await returnsOf('dice')).lines[0]?.bets ?? 0
  for (let play = 0; play < 3; play += 1) await world.play(world.player())
  await world.caughtUp()
  const holder = await world.owner.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM return_count FOR UPDATE')
    const both = Promise.all([count(), count()])
    await eventually('both wait', async () => {
      const waits = 'SELECT FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0'
      return (await world.owner.query(waits)).rowCount === 2
    })
    await holder.query('COMMIT')
    await both
  } finally {
    holder.release()
  }
  await counted('dice', before + 3)
})

it('counts a play whose transaction was open during the count when it has ended', async () => {
  const before = (await returnsOf('dice')).lines[0]?.bets ?? 0
  const open = await world.owner.connect()
  try {
    // Its id is older than those of the plays that come now: until it has ended, it could still have written one before them.
    await open.query('BEGIN')
    await open.query('SELECT pg_current_xact_id()')
    await world.play(world.player())
    await world.caughtUp()
    await count()
    expect((await returnsOf('dice')).lines[0]?.bets).toBe(before)
  } finally {
    await open.query('COMMIT')
    open.release()
  }
  await counted('dice', before + 1)
})

it('tells no time back but a day, a week and 30 days', async () => {
  const asking = world.ask(getReturns, world.tokens.admin(), { game: 'dice', hours: '25' as '24' })
  await expect(asking).rejects.toMatchObject({ code: 'invalid_request' })
})
