import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { limits } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import { World } from './world.ts'

const clock = new TestClock(systemClock.now())
let world: World

beforeAll(async () => {
  world = await World.create(clock)
  await world.start()
  await world.state('its tables are there', ({ phase }) => phase === 'betting')
  await world.stopServices()
  await world.owner.query('DELETE FROM round')
})
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
  expect(bettingEndsAt - clock.now()).toBe(limits.aviator.bettingMs)
})
