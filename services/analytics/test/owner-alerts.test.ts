import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { addDays, dayOf, ownerAlertLimits } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { findProgress, rebuild } from '../src/ingest/store.ts'
import { measure, watchForOwners } from '../src/watch-for-owners.ts'
import { AnalyticsWorld } from './world.ts'

let world: AnalyticsWorld
let player: string

beforeAll(async () => {
  world = await AnalyticsWorld.create()
  await world.start()
  await eventually('the loop of the service has run', () => world.reported.length > 0)
  player = world.tokens.player().id
  world.script.atMs = systemClock.now()
  world.script.move(player, 'deposit', 100_000_000)
})
afterAll(() => world.close())

const least = ownerAlertLimits.largeWinRupees.min * 100
/** What analytics reports of the wins. The loop of the service reports once a minute. */
async function reportedWins(): Promise<number[]> {
  world.reported.length = 0
  await watchForOwners(world.running.context)(new AbortController().signal).catch(() => undefined)
  return world.reported.flatMap(({ wins }) => wins.map(({ payoutPaise, stakePaise }) => payoutPaise - stakePaise))
}

it('each win above the lowest limit is reported once, also more than a report of a day names', async () => {
  const gains = Array.from({ length: 12 }, (_, nth) => least + nth)
  for (const gain of gains) world.script.play(player, 'Dice', 50_000, 50_000 + gain)
  world.script.play(player, 'Dice', 50_000, 50_000 + least - 1)
  await world.settle()
  expect((await reportedWins()).toSorted((one, other) => one - other)).toEqual(gains)
  expect(await reportedWins()).toEqual([])
})

it('a win that was not taken is reported again', async () => {
  world.script.settle(player, world.script.reserve(player, 'Aviator', 50_000), 'Aviator', 50_000, 50_000 + least)
  await world.settle()
  world.takesReports = false
  expect(await reportedWins()).toEqual([least])
  world.takesReports = true
  expect(await reportedWins()).toEqual([least])
})

it('a win of hours ago that analytics reads now is reported, and a win of more than a week ago is not', async () => {
  world.script.atMs = systemClock.now() - 5 * 3_600_000
  world.script.play(player, 'Dice', 50_000, 50_000 + least + 5)
  world.script.atMs = systemClock.now() - ownerAlertLimits.winsKeptMs - 60_000
  world.script.play(player, 'Dice', 50_000, 50_000 + least + 6)
  world.script.atMs = systemClock.now()
  world.script.move(player, 'deposit', 100)
  await world.settle()
  expect(await reportedWins()).toEqual([least + 5])
})

it('a rebuild reports the wins of a week again, which auth knows', async () => {
  const { context } = world.running
  await rebuild(context, (await findProgress(context.documents))?.epoch ?? '')
  await world.settle()
  expect(await reportedWins()).toHaveLength(14)
})

it('the RTP is missing until all entries of its seven days were counted', async () => {
  const { context } = world.running
  const begin = (daysFrom: string) =>
    context.documents.run(({ store }) => store.progress.updateOne({}, { $set: { daysFrom } }))
  const known = () => eventually('the RTP is known', async () => (await measure(context)).returns !== null)
  await known()
  await begin(addDays(dayOf(systemClock.now()), -5))
  expect((await measure(context)).returns).toBeNull()
  await begin(addDays(dayOf(systemClock.now()), -6))
  await known()
})
