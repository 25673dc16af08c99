import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { aviatorTicked, cashOutAviator, placeAviatorBet } from '@kismet/contracts'
import { flightInstantMs } from '@kismet/fairness'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { TestLine } from '@kismet/test-env/test-line'
import { roundClock } from '../src/round-clock.ts'
import { openingPaise } from './fake-wallet.ts'
import { World } from './world.ts'

/** Betting is open for 2.5 s, which is shorter than the lease. */
const speed = 4
/** A flight to 4.00x lasts 14 s, so that a busy machine has the time for a failover. */
const flightSpeed = 2
const absentAfterMs = 1_000
/** A leader that was not heard for so long has a successor, if one stands by (service-kit, `leadership`). */
const leaseMs = 3_000
let world: World
/** Between a leader and the bus, where a test listens to it. */
let line: TestLine | undefined

beforeAll(async () => {
  world = await World.create()
  world.listenToRounds()
})
afterEach(async () => {
  await world.reset()
  await line?.close()
  line = undefined
})
afterAll(() => world.remove())

const watched = { ABSENT_AFTER_MS: String(absentAfterMs) }
const replica = { SPEED: String(speed), ...watched }
/** A busy machine does not count as a pause: a pause of the new leader would void the flight. */
const inFlight = { SPEED: String(flightSpeed) }

/** Waits until a moment of the rounds has come, and so much time of the world has passed: what is paused cannot say so. */
async function pastInRounds(atMs: number, leastMs: number, ofSpeed = speed): Promise<void> {
  const clock = roundClock(systemClock, ofSpeed)
  const sinceMs = performance.now()
  const isPast = () => clock.now() > atMs && performance.now() - sinceMs > leastMs
  await eventually('the moment has passed', isPast)
}

describe('SIGSTOP of the leader, then CONT', () => {
  it.each([{ standby: false }, { standby: true }])(
    'over the close of betting, with a replica: $standby: the round is void and every stake is back',
    async ({ standby }) => {
      const { leader, roundId, bettingEndsAt } = await world.startReplicas(standby, replica)
      const player = world.tokens.player()
      await world.ask(placeAviatorBet, player, { amount: 100, roundId })
      const { term } = await world.leadership()
      leader.pause()
      if (standby) await eventually('the other one leads', async () => (await world.leadership()).term > term)
      else await pastInRounds(bettingEndsAt, absentAfterMs)
      leader.goOn()
      await world.state('another round opens', (state) => state.roundId !== roundId)
      expect((await world.rounds())[0]).toMatchObject({ phase: 'void', roundId })
      await world.settled()
      expect(world.wallet.balanceOf(player.id)).toBe(openingPaise)
      await world.expectOneLeaderARound()
    },
    90_000,
  )

  it('in flight for longer than its lease, with a replica: the flight goes on under that one, and nobody else says anything of it', async () => {
    const { leader, roundId } = await world.startReplicas(true, inFlight)
    const [stays, cashesOut] = [world.tokens.player(), world.tokens.player()]
    const clientSeed = await world.oracle.clientSeedFor(400, 450, ['first'])
    await world.ask(placeAviatorBet, stays, { amount: 100, roundId, clientSeed: 'first' })
    await world.ask(placeAviatorBet, cashesOut, { amount: 100, roundId, clientSeed })
    await eventually('it flies', () => world.heard(aviatorTicked).length > 0)
    const { term } = await world.leadership()
    leader.pause()
    await eventually('the other one leads', async () => (await world.leadership()).term > term)
    const told = world.heard(aviatorTicked).length
    await eventually('the other one tells ticks', () => world.heard(aviatorTicked).length > told + 1)
    const answer = await world.ask(cashOutAviator, cashesOut, { roundId, receivedAt: Number.MAX_SAFE_INTEGER })
    leader.goOn()
    await world.state('another round opens', (state) => state.roundId !== roundId)
    await world.settled()
    expect((await world.rounds())[0]).toMatchObject({ phase: 'crashed', roundId })
    expect(world.wallet.balanceOf(stays.id)).toBe(openingPaise - 10_000)
    expect(world.wallet.balanceOf(cashesOut.id)).toBe(openingPaise - 10_000 + Math.round(answer.payout * 100))
    await world.expectOneLeaderARound()
  }, 90_000)

  it('in flight for longer than its lease and over the crash, alone: the round is void, what was cashed out is paid', async () => {
    const { leader, roundId } = await world.startReplicas(false, { ...inFlight, ...watched })
    const [stays, cashesOut] = [world.tokens.player(), world.tokens.player()]
    const clientSeed = await world.oracle.clientSeedFor(170, 190, ['first'])
    await world.ask(placeAviatorBet, stays, { amount: 100, roundId, clientSeed: 'first' })
    await world.ask(placeAviatorBet, cashesOut, { amount: 100, roundId, clientSeed })
    const { takeoffAt } = await world.state('it flies', (state) => state.phase === 'flying')
    const { payout } = await world.ask(cashOutAviator, cashesOut, { roundId, receivedAt: Number.MAX_SAFE_INTEGER })
    leader.pause()
    await pastInRounds((takeoffAt ?? 0) + flightInstantMs(190), leaseMs, flightSpeed)
    leader.goOn()
    await world.state('another round opens', (state) => state.roundId !== roundId)
    await world.settled()
    expect((await world.rounds())[0]).toMatchObject({ phase: 'void', roundId })
    expect(world.wallet.balanceOf(stays.id)).toBe(openingPaise)
    expect(world.wallet.balanceOf(cashesOut.id)).toBe(openingPaise - 10_000 + Math.round(payout * 100))
    await world.expectOneLeaderARound()
  }, 90_000)

  it('in flight until the bus and the database have given it up, with a replica: it says nothing of rounds and to the wallet any more, and stands by for that one', async () => {
    let said = ''
    const heard = await TestLine.to(world.env().NATS_URL ?? '', (data) => (said += data.toString('latin1')))
    line = heard
    const { leader, other, roundId } = await world.startReplicas(
      true,
      { SPEED: String(speed) },
      { NATS_URL: heard.url },
    )
    const [stays, cashesOut, reaches] = [world.tokens.player(), world.tokens.player(), world.tokens.player()]
    const clientSeed = await world.oracle.clientSeedFor(1_800, 2_000, ['first', 'second'])
    await world.ask(placeAviatorBet, stays, { amount: 100, roundId, clientSeed: 'first' })
    await world.ask(placeAviatorBet, cashesOut, { amount: 100, roundId, clientSeed: 'second' })
    await world.ask(placeAviatorBet, reaches, { amount: 100, roundId, clientSeed, autoCashout: 1.05 })
    world.wallet.isDown = true
    const decided = () => world.owner.query(`SELECT FROM bet WHERE status = 'decided'`)
    await eventually('a target is reached that the wallet has not booked', async () => (await decided()).rowCount === 1)
    const { term, session } = await world.leadership()
    leader.pause()
    await eventually('the other one leads', async () => (await world.leadership()).term > term)
    const told = world.heard(aviatorTicked).length
    await eventually('the other one tells ticks', () => world.heard(aviatorTicked).length > told + 1)
    world.wallet.isDown = false
    const { payout } = await world.ask(cashOutAviator, cashesOut, { roundId, receivedAt: Number.MAX_SAFE_INTEGER })
    await eventually('NATS has given it up', () => heard.connections.every(({ isOpen }) => !isOpen))
    const { rowCount } = await world.owner.query('SELECT FROM pg_stat_activity WHERE pid = $1', [session])
    expect(rowCount).toBe(0)
    expect(said).toContain(`PUB ${aviatorTicked.subject} `)
    said = ''
    leader.goOn()
    await eventually('it is on the bus again', () => heard.connections.some(({ isOpen }) => isOpen))
    await world.state('another round opens', (state) => state.roundId !== roundId)
    await world.settled()
    const subjects = [...said.matchAll(/\bH?PUB (\S+)/g)].map(([, subject]) => subject ?? '')
    // Who stands by asks auth for its keys, and whether there is maintenance.
    expect(subjects.filter((subject) => !subject.startsWith('auth.'))).toEqual([])
    const [first, next] = await world.rounds()
    expect([first?.phase, next?.term]).toEqual(['crashed', term + 1])
    expect([stays, cashesOut, reaches].map(({ id }) => world.wallet.balanceOf(id) - openingPaise)).toEqual([
      -10_000,
      Math.round(payout * 100) - 10_000,
      500,
    ])
    await other?.crash()
    await eventually(
      'it plays a round as the next leader',
      async () => (await world.rounds()).at(-1)?.term === term + 2,
    )
    await world.expectOneLeaderARound()
  }, 90_000)
})
