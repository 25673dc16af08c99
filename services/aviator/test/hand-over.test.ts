import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { aviatorCrashed, aviatorTicked, aviatorTookOff, cashOutAviator, placeAviatorBet } from '@kismet/contracts'
import { flightInstantMs } from '@kismet/fairness'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { TestLine } from '@kismet/test-env/test-line'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { roundClock } from '../src/round-clock.ts'
import { openingPaise } from './fake-wallet.ts'
import { World } from './world.ts'

/** A flight to 4.00x lasts 14 s, so that a busy machine has the time for a failover. */
const speed = 2
const absentAfterMs = 1_000
/** A busy machine does not count as a pause: a pause of the new leader would void the flight. */
const replica = { SPEED: String(speed) }
const watched = { ...replica, ABSENT_AFTER_MS: String(absentAfterMs) }
let world: World
/** Between the replica that leads first and the bus. */
let line: TestLine

beforeAll(async () => {
  world = await World.create()
  world.listenToRounds()
})
beforeEach(async () => {
  line = await TestLine.to(world.env().NATS_URL ?? '')
})
afterEach(async () => {
  await world.reset()
  await line.close()
})
afterAll(() => world.remove())

/** Starts a leader behind the line, and one beside it that stands by. */
const start = (standby: boolean) => world.startReplicas(standby, standby ? replica : watched, { NATS_URL: line.url })

function cutOff(): void {
  line.isDown = true
  for (const connection of line.connections) connection.end()
}

/** Two players in a round that flies for long, one of whom cashes out after `handOver` has taken place. The flight has to go on under the other replica to its crash. */
async function expectFlightToGoOn(roundId: string, handOver: () => Promise<void> | void): Promise<void> {
  const players: [stays: TestPlayer, cashesOut: TestPlayer] = [world.tokens.player(), world.tokens.player()]
  const [stays, cashesOut] = players
  const clientSeed = await world.oracle.clientSeedFor(400, 450, ['first'])
  await world.ask(placeAviatorBet, stays, { amount: 100, roundId, clientSeed: 'first' })
  await world.ask(placeAviatorBet, cashesOut, { amount: 100, roundId, clientSeed })
  await eventually('it flies', () => world.heard(aviatorTicked).length > 0)
  const { term } = await world.leadership()
  await handOver()
  await eventually('the other one leads', async () => (await world.leadership()).term > term, 20_000)
  const told = world.heard(aviatorTicked).length
  await eventually('the other one tells ticks', () => world.heard(aviatorTicked).length > told + 1)
  const { payout } = await world.ask(cashOutAviator, cashesOut, { roundId, receivedAt: Number.MAX_SAFE_INTEGER })
  await world.state('another round opens', (state) => state.roundId !== roundId)
  await world.settled()
  expect((await world.rounds())[0]).toMatchObject({ phase: 'crashed', roundId })
  expect(world.wallet.balanceOf(stays.id)).toBe(openingPaise - 10_000)
  expect(world.wallet.balanceOf(cashesOut.id)).toBe(openingPaise - 10_000 + Math.round(payout * 100))
  await world.expectOneLeaderARound()
}

describe('a flight goes on under the one that stands by', () => {
  it('when the leader is told to end', async () => {
    const { leader, roundId } = await start(true)
    let exitCode: number | null = null
    await expectFlightToGoOn(roundId, async () => {
      exitCode = await leader.drain()
    })
    expect(exitCode).toBe(0)
  }, 90_000)

  it('when the leader is cut off from the bus', async () => {
    const { roundId } = await start(true)
    await expectFlightToGoOn(roundId, cutOff)
  }, 90_000)
})

it('a round whose betting should have closed while nobody could bet is void: the leader, alone, was cut off from the bus', async () => {
  const { roundId, bettingEndsAt } = await start(false)
  const player = world.tokens.player()
  await world.ask(placeAviatorBet, player, { amount: 100, roundId })
  cutOff()
  const clock = roundClock(systemClock, speed)
  const sinceMs = performance.now()
  const isPast = () => clock.now() > bettingEndsAt && performance.now() - sinceMs > absentAfterMs
  await eventually('the moment has passed', isPast, 30_000)
  line.isDown = false
  await world.state('another round opens', (state) => state.roundId !== roundId)
  await world.settled()
  expect((await world.rounds())[0]).toMatchObject({ phase: 'void', roundId })
  expect(world.wallet.balanceOf(player.id)).toBe(openingPaise)
}, 90_000)

it('a flight whose crash comes while a leader that is told to end hears nobody any more is void', async () => {
  const leader = await world.start(replica)
  const { roundId } = await world.state('betting is open', ({ phase }) => phase === 'betting')
  const [stays, cashesOut] = [world.tokens.player(), world.tokens.player()]
  const clientSeed = await world.oracle.clientSeedFor(200, 300, ['first'])
  await world.ask(placeAviatorBet, stays, { amount: 100, roundId, clientSeed: 'first' })
  await world.ask(placeAviatorBet, cashesOut, { amount: 100, roundId, clientSeed })
  await eventually('it flies', () => world.heard(aviatorTicked).length > 0)
  const booked = Promise.withResolvers<undefined>()
  world.wallet.settleBy(async (book, bets) => {
    await booked.promise
    return book(bets)
  })
  const paid = world.ask(cashOutAviator, cashesOut, { roundId, receivedAt: Number.MAX_SAFE_INTEGER })
  await eventually('the wallet is asked', () => world.wallet.settled.length > 0)
  const ended = world.stopServices()
  const { takeoffAt = 0 } = world.heard<{ takeoffAt: number }>(aviatorTookOff)[0] ?? {}
  const isPast = () => leader.context.roundClock.now() > takeoffAt + flightInstantMs(300)
  await eventually('the moment has passed', isPast, 20_000)
  booked.resolve(undefined)
  const { payout } = await paid
  await ended
  expect(world.heard(aviatorCrashed)).toEqual([])
  await world.start(replica)
  await world.settled()
  expect((await world.rounds())[0]).toMatchObject({ phase: 'void', roundId })
  expect(world.wallet.balanceOf(stays.id)).toBe(openingPaise)
  expect(world.wallet.balanceOf(cashesOut.id)).toBe(openingPaise - 10_000 + Math.round(payout * 100))
}, 90_000)
