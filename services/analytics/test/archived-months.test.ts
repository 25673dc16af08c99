import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { getAccountStatement } from '@kismet/contracts'
import { findProgress, rebuild } from '../src/ingest/store.ts'
import { AnalyticsWorld } from './world.ts'

let world: AnalyticsWorld
beforeAll(async () => {
  world = await AnalyticsWorld.create()
  await world.start()
})
afterAll(() => world.close())

it('a statement is made again without archived months, with the same balances after them', async () => {
  const [player, late] = [world.tokens.player(), world.tokens.player()]
  const { script } = world
  const statements = () =>
    Promise.all(
      [player, late].map(async (caller) => (await world.ask(getAccountStatement, caller, { limit: 7 })).statements),
    )
  script.move(player.id, 'deposit', 50_000)
  const bet = script.reserve(player.id, 'Mines', 5_000)
  const count = script.entries.length
  script.settle(player.id, bet, 'Mines', 5_000, 7_000)
  script.move(player.id, 'deposit', 10_000)
  script.play(player.id, 'Dice', 1_000, 0)
  script.move(late.id, 'deposit', 10_000)
  await world.settle()
  const [before = [], ofLate] = await statements()
  expect(before).toHaveLength(4)
  world.archived = { count, keptFrom: new Date(script.atMs).toISOString() }
  const { context } = world.running
  await rebuild(context, (await findProgress(context.documents))?.epoch ?? '')
  await world.settle()
  expect(await statements()).toEqual([before.slice(0, 3), ofLate])
  const { keptFrom } = world.archived
  expect(await findProgress(context.documents)).toMatchObject({ keptFrom, daysFrom: expect.stringMatching(/^20/) })
  // A replica that starts later goes on.
  await world.stop()
  await world.start()
  script.play(player.id, 'Dice', 1_000, 0)
  await world.settle()
  expect((await statements())[0]).toHaveLength(4)
})
