import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import {
  aviatorRoundStarted,
  aviatorTookOff,
  cashOutAviator,
  getAviatorState,
  limits,
  placeAviatorBet,
} from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { createClient, endClient } from '@kismet/service-kit/database'
import { isRefusal } from '@kismet/service-kit/refusal'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import { openingPaise } from './fake-wallet.ts'
import { World } from './world.ts'

const { bettingMs, settleAfterMs } = limits.aviator
const clock = new TestClock(systemClock.now())
let world: World

beforeAll(async () => {
  world = await World.create(clock)
  world.listen(aviatorRoundStarted, aviatorTookOff)
  await world.start()
})
afterAll(() => world.remove())

/** The round whose betting has just opened: others fly to their end. */
let used = ''
let roundId = ''
beforeEach(async () => {
  const state = await eventually('betting has just opened', async () => {
    const found = await world.ask(getAviatorState, world.tokens.player(), {}).catch(() => undefined)
    if (found?.phase === 'betting' && found.roundId !== used && found.bettingEndsAt - clock.now() > bettingMs - 1_500)
      return found
    clock.advance(1_000)
    return undefined
  })
  used = roundId = state.roundId
}, 60_000)

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'none',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  )
const tookOff = () => world.heard<{ roundId: string }>(aviatorTookOff).some((flight) => flight.roundId === roundId)

/** Nothing is written to a table until it is let go. */
async function hold(table: 'round' | 'bet'): Promise<() => Promise<void>> {
  const client = createClient({ url: world.database.ownerUrl, schema: 'aviator' })
  await client.connect()
  await client.query('BEGIN')
  await client.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`)
  return () => endClient(client)
}

/** Waits until the journal waits for a table that is held. */
const writing = () =>
  eventually('something waits to be written', async () => {
    const { rowCount } = await world.owner.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = 'aviator rounds'`,
    )
    return rowCount === 1
  })

it('a flight is stored before it is told, and nobody bets meanwhile', async () => {
  const letGo = await hold('round')
  clock.advance(bettingMs)
  await writing()
  expect(tookOff()).toBe(false)
  const player = world.tokens.player()
  expect(await world.ask(getAviatorState, player, {})).toMatchObject({ phase: 'betting', roundId })
  expect(await refusal(world.ask(placeAviatorBet, player, { amount: 100, roundId }))).toBe('betting_closed')
  await letGo()
  await eventually('it is told', tookOff)
})

it('what a bet pays is stored before the wallet is told', async () => {
  const player = world.tokens.player()
  const clientSeed = await world.oracle.clientSeedFor(200, 10_000)
  await world.ask(placeAviatorBet, player, { amount: 100, roundId, clientSeed })
  clock.advance(bettingMs)
  const { takeoffAt } = await world.state('it flies', (state) => state.phase === 'flying')
  clock.advance((takeoffAt ?? 0) + 5_000 - clock.now())
  const letGo = await hold('bet')
  const told = world.wallet.settled.length
  const paying = world.ask(cashOutAviator, player, { roundId, receivedAt: clock.now() })
  await writing()
  expect(world.wallet.settled).toHaveLength(told)
  await letGo()
  const { balance } = await paying
  expect(world.wallet.settled).toHaveLength(told + 1)
  expect(world.wallet.balanceOf(player.id)).toBe(balance * 100)
})

it('a leader gives back the stake of a bet that the one before has not accepted in time', async () => {
  const player = world.tokens.player()
  const [taken, answer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  world.wallet.reserveBy(async (book) => {
    const booked = book()
    taken.resolve(undefined)
    await answer.promise
    return booked
  })
  const placing = refusal(world.ask(placeAviatorBet, player, { amount: 100, roundId }))
  await taken.promise
  world.wallet.isDown = true
  clock.advance(bettingMs)
  await eventually('it flies', tookOff)
  answer.resolve(undefined)
  expect(await placing).toBe('betting_closed')
  await world.stopServices()
  expect(world.wallet.balanceOf(player.id)).toBe(openingPaise - 10_000)
  world.wallet.isDown = false
  await world.start()
  await world.settled()
  expect(world.wallet.balanceOf(player.id)).toBe(openingPaise)
  expect((await world.owner.query('SELECT FROM bet WHERE player_id = $1', [player.id])).rowCount).toBe(0)
})

it('a leader gives back what the one before has left of a void round', async () => {
  const player = world.tokens.player()
  await world.ask(placeAviatorBet, player, { amount: 100, roundId })
  await world.stopServices()
  clock.advance(bettingMs)
  world.wallet.isDown = true
  await world.start()
  const phaseOf = async () => (await world.rounds()).find((round) => round.roundId === roundId)?.phase
  await eventually('the round is void', async () => (await phaseOf()) === 'void')
  await world.stopServices()
  expect(world.wallet.balanceOf(player.id)).toBe(openingPaise - 10_000)
  world.wallet.isDown = false
  await world.start()
  await world.settled()
  expect(world.wallet.balanceOf(player.id)).toBe(openingPaise)
})

it('a leader has the ends of rounds booked that those before have left, however many rounds ago', async () => {
  const [wins, loses] = [world.tokens.player(), world.tokens.player()]
  const clientSeed = await world.oracle.clientSeedFor(120, 150, ['one'])
  await world.ask(placeAviatorBet, loses, { amount: 100, roundId, clientSeed: 'one' })
  await world.ask(placeAviatorBet, wins, { amount: 100, roundId, clientSeed, autoCashout: 1.1 })
  world.wallet.isDown = true
  const opened = () => world.heard<{ roundId: string }>(aviatorRoundStarted).at(-1)?.roundId
  await eventually('the next round opens', () => {
    clock.advance(settleAfterMs)
    return opened() !== roundId
  })
  await world.stopServices()
  world.wallet.isDown = false
  await world.start()
  await world.settled()
  expect(world.wallet.balanceOf(wins.id)).toBe(openingPaise + 1_000)
  expect(world.wallet.balanceOf(loses.id)).toBe(openingPaise - 10_000)
})
