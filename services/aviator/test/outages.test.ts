import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { aviatorBetsTold, aviatorRoundStarted, getAviatorState, limits, placeAviatorBet } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import type { RunningService } from '@kismet/service-kit/define-service'
import { isRefusal } from '@kismet/service-kit/refusal'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import type { AviatorContext } from '../src/context.ts'
import { openingPaise } from './fake-wallet.ts'
import { World } from './world.ts'

const { bettingMs } = limits.aviator
const absentAfterMs = 2_000
// Ahead of the other parts, so that their deadlines hold while it stands still.
const clock = new TestClock(systemClock.now() + 600_000)
let world: World
let service: RunningService<AviatorContext>
let roundId = ''

beforeAll(async () => {
  world = await World.create(clock)
  world.listen(aviatorRoundStarted, aviatorBetsTold)
  service = await world.start({ ABSENT_AFTER_MS: String(absentAfterMs) })
}, 60_000)
beforeEach(async () => {
  roundId = await nextRound(roundId)
  await world.settled()
}, 60_000)
afterAll(() => world.remove())

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'none',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  )
const place = (player = world.tokens.player(), more: { autoCashout?: number; clientSeed?: string } = {}) =>
  world.ask(placeAviatorBet, player, { amount: 100, roundId, ...more })

/** The round that takes bets, with all of its time left. */
function nextRound(after: string): Promise<string> {
  return eventually(
    'betting has opened',
    () => {
      const newest = world.heard<{ roundId: string; bettingEndsAt: number }>(aviatorRoundStarted).at(-1)
      if (newest !== undefined && newest.roundId !== after && newest.bettingEndsAt - clock.now() > bettingMs / 2)
        return newest.roundId
      clock.advance(500)
      return undefined
    },
    30_000,
  )
}

/** Nobody else reads or writes a table meanwhile. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const hold = await world.owner.connect()
  try {
    await hold.query('BEGIN')
    await hold.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    await work()
  } finally {
    await hold.query('ROLLBACK')
    hold.release()
  }
}

it('a bet of which its player was told that nobody knows is given back, and not played unseen', async () => {
  const player = world.tokens.player()
  await whileLocked('bet', async () => expect(await refusal(place(player))).toBe('unavailable'))
  expect((await world.ask(getAviatorState, player, {})).bet).toBeNull()
  await world.settled()
  expect(world.wallet.balanceOf(player.id)).toBe(openingPaise)
}, 60_000)

it('while the wallet is asked nobody is told that there is no bet', async () => {
  const player = world.tokens.player()
  const [reached, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  world.wallet.reserveBy(async (book) => {
    reached.resolve(undefined)
    await gate.promise
    return book()
  })
  const placing = place(player)
  await reached.promise
  const looking = world.ask(getAviatorState, player, {})
  // An answer that does not wait is there before this one.
  const { bet: ofOther } = await world.ask(getAviatorState, world.tokens.player(), {})
  gate.resolve(undefined)
  const { betId } = await placing
  expect(ofOther).toBeNull()
  expect((await looking).bet).toMatchObject({ betId, status: 'open' })
})

it('what the wallet books late is seen to be owed, and none of the bets of the next round', async () => {
  const clientSeed = await world.oracle.clientSeedFor(150, 200)
  await place(world.tokens.player(), { clientSeed, autoCashout: 1.2 })
  const owed = async () => /^aviator_unbooked_bets(?:\{.*\})? (\d+)$/m.exec(await service.registry.metrics())?.[1]
  expect(await owed()).toBe('0')
  world.wallet.isDown = true
  roundId = await nextRound(roundId)
  expect(await owed()).toBe('1')
  world.wallet.isDown = false
  await world.settled()
  expect(await owed()).toBe('0')
  await place()
  const fed = () =>
    world
      .heard<{ roundId: string; feed?: object[] }>(aviatorBetsTold)
      .flatMap((told) => (told.roundId === roundId ? (told.feed ?? []) : []))
  await eventually('the bet is told', () => {
    clock.advance(limits.aviator.tickEveryMs)
    return fed().length > 0
  })
  expect(fed()).toEqual([{ name: expect.any(String), betAmount: 100 }])
}, 60_000)

it('what a leader has asked the wallet for its successor gives back', async () => {
  const player = world.tokens.player()
  const { betId } = await place(player)
  await world.stopServices()
  // As a leader leaves it that is killed before the wallet has answered.
  await world.owner.query('ALTER TABLE bet DISABLE TRIGGER bet_ends_once')
  await world.owner.query(`UPDATE bet SET status = 'asked', place = NULL WHERE bet_id = $1`, [betId])
  await world.owner.query('ALTER TABLE bet ENABLE TRIGGER bet_ends_once')
  service = await world.start({ ABSENT_AFTER_MS: String(absentAfterMs) })
  await eventually('the stake is back', () => world.wallet.balanceOf(player.id) === openingPaise)
  await world.settled()
  expect((await world.ask(getAviatorState, player, {})).bet).toBeNull()
}, 60_000)

it('a round that is being voided takes no bet any more', async () => {
  const player = world.tokens.player()
  const isVoiding = `SELECT FROM pg_locks JOIN pg_class ON oid = relation WHERE relname = 'round' AND NOT granted`
  let placing = Promise.resolve('')
  await whileLocked('round', async () => {
    // Put back by more than clocks may be apart.
    clock.advance(-5_000)
    await eventually('it is being voided', async () => (await world.owner.query(isVoiding)).rowCount !== 0)
    placing = refusal(place(player))
  })
  expect(await placing).toBe('betting_closed')
  await world.settled()
  expect(world.wallet.balanceOf(player.id)).toBe(openingPaise)
}, 60_000)

it('a leader that was paused tells again where the round stands', async () => {
  const told = () => world.heard(aviatorRoundStarted).filter((round) => round.roundId === roundId).length
  const before = told()
  // As SIGSTOP does it: nothing of this process has its turn.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, absentAfterMs + 100)
  await eventually('it is told again', () => told() > before)
})

it('a round that cannot go on is seen: the service is not ready', async () => {
  const isReady = async () => (await fetch(`http://127.0.0.1:${service.port}/ready`)).ok
  expect(await isReady()).toBe(true)
  await whileLocked('round', async () => {
    clock.advance(bettingMs)
    await eventually('it is not ready', async () => !(await isReady()), 20_000)
  })
  await eventually('it goes on', isReady)
}, 60_000)
