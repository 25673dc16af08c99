import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { getMinesReturns, limits } from '@kismet/contracts'
import { clockAhead } from '@kismet/game-kit/test/game-world'
import { MinesWorld } from './world.ts'

let world: MinesWorld

beforeAll(async () => {
  world = await MinesWorld.create()
  await world.start()
})
afterAll(async () => {
  await world.stopServices()
  await world.remove()
})

const linesOf = async () =>
  (await world.ask(getMinesReturns, world.tokens.admin(), { game: 'mines', hours: '24' })).answer.lines

it('returns separate manual and automatic games, and leave out void games', async () => {
  const [left, hand, auto] = [world.player(), world.player(), world.player()]
  await world.begin(left)
  const later = clockAhead(limits.mines.idleMs + 60_000)
  await world.endGames(later, async () => (await world.gamesOf(left)).length === 1)

  const { game } = await world.begin(hand)
  const { gems } = await world.board(hand)
  await world.reveal(hand, game.id, gems[0] ?? 0)
  await world.cashOut(hand, game.id)
  await world.beginAuto(auto)
  await world.continueAuto(auto)
  await world.caughtUp()

  const lines = await linesOf()
  expect(lines).toMatchObject([
    { setting: null, bets: 1, staked: 100, paid: 108, theoryPercent: 95 },
    { setting: 'auto', bets: 1, staked: 100, verdict: 'few' },
  ])
  // 2 tiles among 3 mines pay 1.23 in 22/25 * 21/24 of all games.
  expect(lines[1]?.theoryPercent).toBeCloseTo(1.23 * (22 / 25) * (21 / 24) * 100, 6)
})
