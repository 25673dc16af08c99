import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
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
  let bus: Bus
  let documents: Documents<ReturnType<typeof models>>
  let loop: Loop | undefined

  beforeAll(async () => {
    bus = await joinBus(world.nats, 'analytics', world.tokens)
    documents = await Documents.open({ url: world.mongo.url, models }, 'analytics', log)
  })
  beforeEach(() => {
    world.final = Number.POSITIVE_INFINITY
  })
  afterEach(() => loop?.stop())
  afterAll(() => Promise.all([bus.close(), documents.close()]))

  function follow(readEveryMs: number): void {
    const parts = { bus, documents, log, clock: systemClock, randomness: systemRandomness }
    const seen = { metrics: readerMetrics(new Registry()), freshness: new Freshness() }
    loop = followEntries({ ...parts, ...seen, stepEveryMs: 0 }, readEveryMs)
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
})
