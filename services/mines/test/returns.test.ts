import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { getMinesReturns, limits } from '@kismet/contracts'
import type { House } from '@kismet/game-kit/house'
import { playReturns } from '@kismet/game-kit/play-returns'
import { countReturns } from '@kismet/game-kit/returns'
import { startSweep } from '@kismet/game-kit/sweep'
import { clockAhead } from '@kismet/game-kit/test/game-world'
import { eventually } from '@kismet/test-env/eventually'
import { MinesWorld } from './world.ts'

let world: MinesWorld
let house: House

beforeAll(async () => {
  world = await MinesWorld.create()
  house = (await world.start()).context
})
afterAll(async () => {
  await world.stopServices()
  await world.remove()
})

const linesOf = async () =>
  (await world.ask(getMinesReturns, world.tokens.admin(), { game: 'mines', hours: '24' })).answer.lines

it('games by hand and automatic ones are told apart, and what was given back is none of them', async () => {
  const [left, hand, auto] = [world.player(), world.player(), world.player()]
  await world.begin(left)
  await world.sweepUntil(
    async () => (await world.claimOf(left)) === undefined,
    clockAhead(limits.mines.idleMs + 60_000),
  )

  const { game } = await world.begin(hand)
  const { gems } = await world.board(hand)
  await world.reveal(hand, game.id, gems[0] ?? 0)
  await world.cashOut(hand, game.id)
  await world.beginAuto(auto)
  await world.continueAuto(auto)
  await world.ended()

  await eventually('both are counted', async () => {
    await countReturns(house.db, playReturns(house), house.clock)
    return (await linesOf()).length === 2
  })
  const lines = await linesOf()
  expect(lines).toMatchObject([
    { setting: null, bets: 1, staked: 100, paid: 108, theoryPercent: 95 },
    { setting: 'auto', bets: 1, staked: 100, verdict: 'few' },
  ])
  // 2 tiles among 3 mines pay 1.23 in 22/25 * 21/24 of all games.
  expect(lines[1]?.theoryPercent).toBeCloseTo(1.23 * (22 / 25) * (21 / 24) * 100, 6)
})

it('a stake that was given back is counted as a refund, and in no rate', async () => {
  await world.begin(world.player())
  const sweeper = await world.start(clockAhead(limits.mines.idleMs + 60_000))
  const sweep = startSweep(sweeper.context)
  const counted = () => sweeper.registry.metrics()
  await eventually('it is counted', async () => /^game_plays_total\{/m.test(await counted()))
  await sweep.stop()
  const numbers = (await counted()).split('\n').filter((line) => /^game_(plays|staked|paid|expected)\w*\{/.test(line))
  expect(numbers).toEqual([expect.stringMatching(/^game_plays_total\{.*result="refund".*\} 1$/)])
})
