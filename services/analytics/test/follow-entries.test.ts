import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { addDays, dayOf } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { systemClock } from '@kismet/service-kit/clock'
import { Documents } from '@kismet/service-kit/documents'
import type { Loop } from '@kismet/service-kit/loop'
import { readerMetrics, Registry } from '@kismet/service-kit/metrics'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, testLogger } from '@kismet/test-env/test-bus'
import { models } from '../src/db/store.ts'
import { findProgress } from '../src/ingest/store.ts'
import { followEntries } from '../src/ingest/follow-entries.ts'
import { Freshness } from '../src/read/freshness.ts'
import { AnalyticsWorld } from './world.ts'

const hourMs = 3_600_000
let world: AnalyticsWorld

beforeAll(async () => {
  world = await AnalyticsWorld.create()
})
afterAll(() => world.close())

const cursor = async () => (await findProgress(world.running.context.documents))?.cursor

it('takes what is final while a transaction stays open, asks for the rest now and then, and ends when it is told to', async () => {
  const { id } = world.tokens.player()
  for (let entry = 0; entry < 3; entry += 1) world.script.move(id, 'deposit', 100)
  await world.start()
  await world.settle()
  for (let entry = 0; entry < 3; entry += 1) world.script.move(id, 'deposit', 100)
  ;[world.final, world.asked] = [4, 0]
  world.wake()
  const isTaken = async () => (await cursor()) === world.cursorAt(4)
  await eventually('the final one is taken', async () => world.asked > 100 || isTaken())
  expect([await isTaken(), world.asked < 20]).toEqual([true, true])
  await world.stop()
})

describe('its reader alone', () => {
  const log = testLogger('reader')
  let buses: readonly [Bus, Bus]
  let documents: Documents<ReturnType<typeof models>>
  let loops: Loop[] = []

  beforeAll(async () => {
    const join = () => joinBus(world.nats, 'analytics', world.tokens)
    buses = [await join(), await join()]
    documents = await Documents.open({ url: world.mongo.url, models }, 'analytics', log)
  })
  beforeEach(() => {
    world.final = Number.POSITIVE_INFINITY
  })
  afterEach(async () => {
    world.beforeAnswer = () => undefined
    await Promise.all(loops.map((loop) => loop.stop()))
    loops = []
  })
  afterAll(() => Promise.all([...buses.map((bus) => bus.close()), documents.close()]))

  function follow(readEveryMs: number, stepEveryMs = 0, bus = buses[0]): Freshness {
    const freshness = new Freshness()
    const parts = { bus, documents, log, clock: systemClock, randomness: systemRandomness }
    const metrics = readerMetrics(new Registry())
    loops.push(followEntries({ ...parts, metrics, freshness, stepEveryMs }, readEveryMs))
    return freshness
  }
  const allTaken = () =>
    eventually('all are taken', async () => {
      const kept = await findProgress(documents)
      return kept?.cursor === world.cursorAt(world.script.entries.length)
    })

  it('is woken by what comes', async () => {
    follow(hourMs)
    await allTaken()
    world.script.move(world.tokens.player().id, 'deposit', 100)
    world.wake()
    await allTaken()
  })

  it('comes back by itself when the log could not be read', async () => {
    world.script.move(world.tokens.player().id, 'deposit', 100)
    ;[world.tellsLog, world.asked] = [false, 0]
    follow(50)
    await eventually('it has asked in vain', () => world.asked > 1)
    world.tellsLog = true
    await allTaken()
  })

  it('continues from the progress of the previous release, whose sums of days it does not have', async () => {
    follow(50)
    await allTaken()
    await Promise.all(loops.splice(0).map((loop) => loop.stop()))
    const fields = { newestAtMs: 1, keptFrom: 1, days: 1, daysStep: 1, daysFrom: 1 } as const
    await documents.run(({ store }) => store.progress.updateOne({ _id: 'entries' }, { $unset: fields }))
    const freshness = follow(50)
    await eventually('the end of the log is seen', () => freshness.isFresh(systemClock))
    world.script.move(world.tokens.player().id, 'deposit', 100)
    await allTaken()
    const tomorrow = addDays(dayOf(Date.now()), 1)
    expect(await findProgress(documents)).toMatchObject({ daysFrom: tomorrow })
  })

  it('is fresh beside another reader that takes every step, while bets go on', async () => {
    const { id } = world.tokens.player()
    world.beforeAnswer = () => {
      world.script.atMs = Date.now()
      world.script.move(id, 'deposit', 100)
    }
    /** At most ten seconds behind. */
    const isClose = (freshness: Freshness) =>
      freshness.isFresh({ now: Date.now, steadyMs: () => performance.now() + 50_000 })
    const quick = follow(50, 100)
    await eventually('the quick reader is fresh', () => isClose(quick))
    const slow = follow(50, 2_000, buses[1])
    await eventually('the slow reader is fresh', () => isClose(slow))
    const stepOf = async () => (await findProgress(documents))?.step ?? 0
    const from = await stepOf()
    await eventually('some steps have been taken', async () => (await stepOf()) >= from + 10)
    expect([isClose(quick), isClose(slow)]).toEqual([true, true])
  }, 60_000)
})
