import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals'
import { aviatorTookOff, getAviatorChain, limits } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import { World } from './world.ts'

const { bettingMs, pauseMs } = limits.aviator
const clock = new TestClock(systemClock.now())
let world: World

async function beginAgain(): Promise<void> {
  await world.stopServices()
  await world.owner.query('DELETE FROM round')
}

/** Does something while nobody else can look at a table. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const client = await world.owner.connect()
  try {
    await client.query(`BEGIN; LOCK TABLE ${table}`)
    await work()
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

beforeAll(async () => {
  world = await World.create(clock)
  await world.start({ CHAIN_LENGTH: '50000' })
  await world.state('its tables are there', ({ phase }) => phase === 'betting')
  await beginAgain()
})
afterEach(beginAgain)
afterAll(() => world.remove())

it('opens betting for its whole time, however long the database takes to open it', async () => {
  await whileLocked('volatility_change', async () => {
    await world.start()
    await eventually('the opening waits', async () => {
      const waiting = 'SELECT FROM pg_locks JOIN pg_class ON oid = relation WHERE relname = $1 AND NOT granted'
      return (await world.owner.query(waiting, ['volatility_change'])).rowCount !== 0
    })
    clock.advance(4_000)
  })
  const { bettingEndsAt } = await world.state('betting is open', ({ phase }) => phase === 'betting')
  expect(bettingEndsAt - clock.now()).toBe(bettingMs)
})

it('who takes over while betting is open has its chain of seeds open before it ends: take-off waits for none', async () => {
  world.listen(aviatorTookOff)
  await world.start()
  const { roundId, bettingEndsAt } = await world.state('betting is open', ({ phase }) => phase === 'betting')
  await world.stopServices()
  await world.start()
  await world.state('another one leads', ({ phase }) => phase === 'betting')
  await whileLocked('chain', async () => {
    clock.advance(bettingEndsAt - clock.now())
    const [told] = await eventually('take-off is told', () => {
      const heard = world.heard<{ roundId: string; takeoffAt: number }>(aviatorTookOff)
      return heard.length > 0 ? heard : undefined
    })
    expect(told).toMatchObject({ roundId, takeoffAt: bettingEndsAt })
  })
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

it('has the chain published before its first round, and nobody who asks for it makes one', async () => {
  await world.owner.query('DELETE FROM chain')
  await world.setMaintenance(true)
  await world.start()
  const chains = async () => {
    const { rows } = await world.owner.query<{ id: string }>('SELECT chain_id AS id FROM chain ORDER BY first_round')
    return rows.map(({ id }) => id)
  }
  const made = await chains()
  const asked = await Promise.all(Array.from({ length: 8 }, () => world.ask(getAviatorChain, undefined, {})))
  expect(made).toHaveLength(2)
  expect(await chains()).toEqual(made)
  const published = asked.map(({ chainId, next }) => [chainId, next.chainId])
  expect(published).toEqual(asked.map(() => made))
  await world.setMaintenance(false)
})
