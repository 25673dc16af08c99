import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { getSiteMaintenance, maintenanceChanged } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { Bus } from '../src/bus/bus.ts'
import { handle } from '../src/handle.ts'
import type { Loop } from '../src/loop.ts'
import { Maintenance } from '../src/maintenance.ts'

const tokens = new TestTokens()
/** What auth answers; a test decides when. */
let answer: () => Promise<boolean>
let nats: TestNats
let auth: Bus
let game: Bus
let watching: Loop | undefined

beforeAll(async () => {
  nats = await startTestNats()
  const tell = handle(getSiteMaintenance, async () => ({ siteMaintenance: await answer() }))
  auth = await startFakeAuth(nats, tokens, [tell])
  game = await joinBus(nats, 'dice-slots', tokens)
})
afterEach(async () => watching?.stop())
afterAll(async () => {
  await Promise.all([game.close(), auth.close()])
  await nats.remove()
})

async function watch(): Promise<Maintenance> {
  const maintenance = new Maintenance(game)
  watching = maintenance.watch(testLogger('maintenance'))
  await game.flush()
  return maintenance
}

it('asks again after a signal that comes during a slow answer', async () => {
  const asked = Promise.withResolvers<undefined>()
  const slow = Promise.withResolvers<boolean>()
  answer = () => {
    asked.resolve(undefined)
    return slow.promise
  }
  const maintenance = await watch()
  await asked.promise
  answer = () => Promise.resolve(true)
  auth.signal(maintenanceChanged, { siteMaintenance: true })
  await auth.flush()
  // Auth answers with what it had read before its signal.
  slow.resolve(false)
  await eventually('the change is known', () => maintenance.isOn('test'))
})

it('asks when the bus has come back: what was told meanwhile was missed', async () => {
  answer = () => Promise.resolve(false)
  const maintenance = await watch()
  expect(await maintenance.isOn('test')).toBe(false)
  await nats.stop('SIGKILL')
  answer = () => Promise.resolve(true)
  await nats.start()
  await eventually('the change is known', () => maintenance.isOn('test'))
})

it('tells each change once, whether a signal told it or it was found by asking', async () => {
  answer = () => Promise.resolve(false)
  const maintenance = await watch()
  const told: boolean[] = []
  maintenance.onChange((siteMaintenance) => told.push(siteMaintenance))
  expect(await maintenance.isOn('test')).toBe(false)
  answer = () => Promise.resolve(true)
  auth.signal(maintenanceChanged, { siteMaintenance: true })
  await eventually('it is heard', () => maintenance.isOn('test'))
  answer = () => Promise.resolve(false)
  await eventually('it is found', async () => !(await maintenance.isOn('test')))
  expect(told.slice(-2)).toEqual([true, false])
})
