import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { systemClock } from '@kismet/service-kit/clock'
import { findLasting, purgeLasting } from '../src/db/lasting.ts'
import type { Move } from '../src/db/lasting.ts'
import { findDue, waitUntil } from '../src/db/seats.ts'
import type { Journal } from '../src/journal.ts'
import type { Claim, Ending } from '../src/plays.ts'
import { Desk } from './desk.ts'

let desk: Desk
let journal: Journal

beforeAll(async () => {
  desk = await Desk.open('mines')
  journal = await desk.journal()
})
afterAll(() => desk.remove())

const idleAtMs = systemClock.now() + 1_000_000
const lost: Ending = {
  ...{ outcome: {}, payoutPaise: 0, multiplierUnits: 0 },
  ...{ by: 'step', isRefund: false, key: null },
}

async function claimed(): Promise<Claim> {
  const claim = await journal.claim(desk.draft(await desk.seated()))
  if (claim === undefined) throw new Error('The seat was not taken')
  return claim
}

/** The move that brings a bet to `moves` updates. */
function moveTo(
  claim: Pick<Claim, 'betId' | 'playerId' | 'game'>,
  moves: number,
  change: Partial<Move['play']> = {},
): Move {
  const { betId, playerId, game } = claim
  const atMs = systemClock.now()
  const steps = Array.from({ length: moves }, (_, step) => ({
    step,
    key: `key ${step}`,
    atMs: 1_000 + step,
  }))
  const opened = { openedAtMs: atMs, balancePaise: 900, balanceSeq: 1 }
  const play = { betId, playerId, game, ...opened, steps, moves, ending: null, ...change }
  return { play, atMs, seat: play.ending !== null ? 'leased' : moves === 0 ? { idleAtMs } : undefined }
}

/** A bet whose stake is reserved. */
async function opened(): Promise<Claim> {
  const claim = await claimed()
  expect(await journal.move(moveTo(claim, 0))).toBe(true)
  return claim
}

describe('an opening', () => {
  it('waits for its player though the clock was put back since', async () => {
    const claim = await claimed()
    const atMs = systemClock.now() + 3_600_000
    const idleMs = 30 * 86_400_000
    // The second bet is due within the hour.
    const [far, near] = [claim, await claimed()]
    await journal.move({ ...moveTo(far, 0), atMs, seat: { idleAtMs: atMs + idleMs } })
    await journal.move({ ...moveTo(near, 0), atMs: atMs - idleMs, seat: { idleAtMs: atMs } })
    const due = await findDue(desk.owner, ['mines 1'], systemClock.now(), 100)
    expect(due.filter(({ betId }) => [far.betId, near.betId].includes(betId))).toEqual([])
  })

  it('counts once, and while the seat holds the play', async () => {
    const claim = await opened()
    expect(await journal.move(moveTo(claim, 0))).toBe(false)
    const other = await claimed()
    expect(await journal.move(moveTo({ ...other, betId: desk.newPlayer() }, 0))).toBe(false)
    expect(await findLasting(desk.owner, other.betId)).toBeUndefined()
    expect(await findLasting(desk.owner, claim.betId)).toMatchObject({ moves: 0, steps: [], ending: null })
  })
})

describe('a writing that was decided by another state than the play has', () => {
  it('of a step counts for nothing', async () => {
    const claim = await opened()
    const both = [journal.move(moveTo(claim, 1)), journal.move(moveTo(claim, 1))]
    expect(await Promise.all(both)).toEqual([true, false])
    expect(await journal.move(moveTo(claim, 3))).toBe(false)
    expect(await journal.move(moveTo(claim, 2))).toBe(true)
    expect((await findLasting(desk.owner, claim.betId))?.steps).toHaveLength(2)
  })

  it('of an end counts for nothing', async () => {
    const claim = await opened()
    expect(await journal.move(moveTo(claim, 1))).toBe(true)
    expect(await journal.move(moveTo(claim, 1, { ending: lost }))).toBe(false)
    expect(await journal.move(moveTo(claim, 3, { ending: lost }))).toBe(false)
    expect(await findLasting(desk.owner, claim.betId)).toMatchObject({ moves: 1, ending: null })
  })
})

describe('a play whose end is decided', () => {
  it('takes neither a step nor another end', async () => {
    const claim = await opened()
    expect(await journal.move(moveTo(claim, 1, { ending: lost }))).toBe(true)
    expect(await journal.move(moveTo(claim, 2))).toBe(false)
    expect(await journal.move(moveTo(claim, 2, { ending: { ...lost, payoutPaise: 1 } }))).toBe(false)
    expect(await findLasting(desk.owner, claim.betId)).toMatchObject({ moves: 1, ending: lost })
  })

  it('is not put off by a sweep that has seen it open', async () => {
    const claim = await opened()
    const nowMs = systemClock.now()
    await journal.move(moveTo(claim, 1, { ending: lost }))
    await waitUntil(desk.owner, claim, nowMs, idleAtMs)
    const sql = 'SELECT retry_at = leased_until AS "isLeased" FROM seat WHERE bet_id = $1'
    expect((await desk.owner.query(sql, [claim.betId])).rows).toEqual([{ isLeased: true }])
  })
})

describe('how a play went', () => {
  /** A bet that has ended and is recorded. */
  async function over(ending: Partial<Ending> = {}): Promise<Claim> {
    const claim = await opened()
    await journal.move(moveTo(claim, 1, { ending: { ...lost, ...ending } }))
    await journal.record(desk.end(claim))
    return claim
  }

  it('is forgotten long after its end, but for what the log of facts needs', async () => {
    const [first, second, refunded] = [await over(), await over(), await over({ isRefund: true })]
    const open = await opened()
    const decided = await opened()
    await journal.move(moveTo(decided, 1, { ending: lost }))
    const laterMs = systemClock.now() + 1_000
    const left = async () => {
      const plays = [first, second, refunded, open, decided].map(({ betId }) => findLasting(desk.owner, betId))
      return (await Promise.all(plays)).map((play) => play !== undefined)
    }
    expect(await purgeLasting(desk.pool, laterMs - 3_600_000, 10)).toBe(0)
    expect(await purgeLasting(desk.pool, laterMs, 1)).toBe(1)
    expect(await left()).toEqual([false, true, true, true, true])
    expect(await purgeLasting(desk.pool, laterMs, 10)).toBe(1)
    expect(await left()).toEqual([false, false, true, true, true])
  })
})
