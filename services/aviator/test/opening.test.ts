import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals'
import { limits } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import { World } from './world.ts'

const { bettingMs, pauseMs } = limits.aviator
const clock = new TestClock(systemClock.now())
let world: World

beforeAll(async () => {
  world = await World.create(clock)
  await world.start()
  await world.state('its tables are there', ({ phase }) => phase === 'betting')
  await world.stopServices()
  await world.owner.query('DELETE FROM round')
})
afterEach(() => world.stopServices())
afterAll(() => world.remove())

it('opens betting for its whole time, however long the database takes to open it', async () => {
  const client = await world.owner.connect()
  await client.query('BEGIN')
  await client.query('LOCK TABLE volatility_change')
  await world.start()
  await eventually('the opening waits', async () => {
    const waiting = 'SELECT FROM pg_locks JOIN pg_class ON oid = relation WHERE relname = $1 AND NOT granted'
    return (await world.owner.query(waiting, ['volatility_change'])).rowCount !== 0
  })
  clock.advance(4_000)
  await client.query('COMMIT')
  client.release()
  const { bettingEndsAt } = await world.state('betting is open', ({ phase }) => phase === 'betting')
  expect(bettingEndsAt - clock.now()).toBe(bettingMs)
})

it('opens no round under maintenance, however long it lasts: the one that runs ends, and the next one opens when it is over', async () => {
  const { maintenance } = (await world.start()).context
  const { roundId } = await world.state('betting is open', ({ phase }) => phase === 'betting')
  await world.setMaintenance(true)
  await eventually('it is heard', () => maintenance.isKnownOn)
  await world.state('the round has crashed', ({ phase }) => {
    clock.advance(1_000)
    return phase === 'crashed'
  })
  const looks = jest.spyOn(maintenance, 'isOn')
  clock.advance(10 * pauseMs)
  await eventually('its leader has looked again and again whether to open one', () => looks.mock.calls.length > 3)
  expect((await world.rounds()).at(-1)).toMatchObject({ phase: 'crashed', roundId })
  await world.setMaintenance(false)
  const next = await world.state('betting is open', ({ phase }) => phase === 'betting')
  expect(next.bettingEndsAt - clock.now()).toBe(bettingMs)
})
