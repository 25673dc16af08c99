import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { getReturns, playSlots } from '@kismet/contracts'
import type { ReturnsGame } from '@kismet/contracts'
import { slotsRtp } from '@kismet/fairness'
import { newKey } from '@kismet/game-kit/test/game-world'
import { World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
  await world.start()
})
afterAll(() => world.remove())

const returnsOf = async (game: ReturnsGame) =>
  (await world.ask(getReturns, world.tokens.admin('auditor'), { game, hours: '24' })).answer

/** Bets, stakes and payouts of a game as the ledger has them, in rupees. */
function playedOf(title: string) {
  const bets = world.wallet.placed().filter(({ game }) => game === title)
  const rupees = (of: 'stakePaise' | 'payoutPaise') => bets.reduce((sum, bet) => sum + bet[of], 0) / 100
  return { bets: bets.length, staked: rupees('stakePaise'), paid: rupees('payoutPaise') }
}

it('counts every play once, each by its own theory', async () => {
  const player = world.player()
  expect(await returnsOf('dice')).toEqual({ lines: [], countedAt: null })
  // Multipliers are rounded to four decimals, so that each roll-over has a return of its own about 99.
  for (const rollOver of [50.5, 50.5, 2, 95, 33.33]) await world.play(player, { betAmount: 150.25, rollOver })
  for (let spins = 0; spins < 3; spins += 1) await world.ask(playSlots, player, { bet: 200 }, newKey())
  await world.caughtUp()

  const { lines, countedAt } = await returnsOf('dice')
  expect(lines).toMatchObject([{ game: 'dice', setting: null, verdict: 'few', ...playedOf('Dice') }])
  expect(lines[0]?.theoryPercent).toBeCloseTo(99, 1)
  expect(Date.parse(countedAt ?? '')).toBeGreaterThan(0)
  const [slots] = (await returnsOf('slots')).lines
  expect(slots).toMatchObject({ ...playedOf('Slots'), bets: 3 })
  expect(slots?.theoryPercent).toBeCloseTo((100 * Number(slotsRtp.numerator)) / Number(slotsRtp.denominator), 10)
})

it('counts a play once although the log is read again from its beginning', async () => {
  await world.owner.query(`UPDATE log_position SET cursor = ''`)
  world.wallet.wake()
  await world.caughtUp()
  await world.play(world.player())
  await world.caughtUp()
  expect((await returnsOf('dice')).lines).toMatchObject([playedOf('Dice')])
})

it('tells no time back but a day, a week and 30 days', async () => {
  const asking = world.ask(getReturns, world.tokens.admin(), { game: 'dice', hours: '25' as '24' })
  await expect(asking).rejects.toMatchObject({ code: 'invalid_request' })
})
