import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { systemClock } from '@kismet/service-kit/clock'
import type { Queryable } from '@kismet/service-kit/database'
import { steadyPlans } from '@kismet/service-kit/steady-plans'
import { eventually } from '@kismet/test-env/eventually'
import { claimQuery, claimsOf } from '../src/db/claim.ts'
import { findPlayOfKey } from '../src/db/ended-plays.ts'
import { recordQuery } from '../src/db/record.ts'
import { findDue, giveLeaseBack, giveSeatBack, isLeased, takeLease } from '../src/db/seats.ts'
import type { Journal } from '../src/journal.ts'
import { Desk } from './desk.ts'

let desk: Desk
let journal: Journal

beforeAll(async () => {
  desk = await Desk.open()
  journal = await desk.journal()
})
afterAll(() => desk.remove())

const mark = Buffer.from('marked')
const laterMs = systemClock.now() + 60_000

/** A play that nobody has finished. */
async function claimed() {
  const claim = await journal.claim(desk.draft(await desk.seated()))
  if (claim === undefined) throw new Error('The seat was not taken')
  return claim
}

describe('a lease', () => {
  it('is one at a time, and is given back by the one who has it alone', async () => {
    const claim = await claimed()
    expect(await takeLease(desk.owner, claim, systemClock.now())).toBeUndefined()
    expect(await takeLease(desk.owner, claim, laterMs)).toBe(2)
    await giveLeaseBack(desk.owner, claim, 1, laterMs)
    expect(await takeLease(desk.owner, claim, laterMs)).toBeUndefined()
    await giveLeaseBack(desk.owner, claim, 2, laterMs)
    expect(await takeLease(desk.owner, claim, laterMs)).toBe(3)
  })

  it('that a clock has given which was put back since holds nobody up', async () => {
    const claim = await claimed()
    const nowMs = systemClock.now()
    const isDue = async () =>
      (await findDue(desk.owner, ['dice 1'], nowMs, 100)).some(({ betId }) => betId === claim.betId)
    expect(await takeLease(desk.owner, claim, nowMs + 3_600_000)).toBe(2)
    expect([await isDue(), await isLeased(desk.owner, claim.playerId, nowMs)]).toEqual([true, false])
    expect(await takeLease(desk.owner, claim, nowMs)).toBe(3)
    expect([await isDue(), await isLeased(desk.owner, claim.playerId, nowMs)]).toEqual([false, true])
    expect(await takeLease(desk.owner, claim, nowMs)).toBeUndefined()
  })

  it('of a machine whose clock is some seconds ahead is one all the same', async () => {
    const claim = await claimed()
    const nowMs = systemClock.now()
    await takeLease(desk.owner, claim, laterMs)
    await giveLeaseBack(desk.owner, claim, 2, nowMs)
    await takeLease(desk.owner, claim, nowMs + 2_000)
    expect(await takeLease(desk.owner, claim, nowMs)).toBeUndefined()
  })

  it('that was taken over keeps the seat of a refused play', async () => {
    const claim = await claimed()
    await takeLease(desk.owner, claim, laterMs)
    expect(await giveSeatBack(desk.owner, claim, mark, 1)).toBe(false)
    expect(await desk.betOf(claim.playerId)).toBe(claim.betId)
    expect(await giveSeatBack(desk.owner, claim, mark)).toBe(true)
    expect(await desk.betOf(claim.playerId)).toBeNull()
  })
})

describe('what is due', () => {
  it('is what this release can play, and no more than is asked for', async () => {
    const due = [await claimed(), await claimed()]
    const betsDue = async (known: string[], limit: number, atMs = laterMs) =>
      (await findDue(desk.owner, known, atMs, limit)).map(({ betId }) => betId)
    expect(await betsDue(['dice 1'], 100)).toEqual(expect.arrayContaining(due.map(({ betId }) => betId)))
    expect(await betsDue(['dice 1'], 1)).toHaveLength(1)
    expect(await betsDue(['dice 2', 'slots 1'], 100)).toEqual([])
    const dueNow = await betsDue(['dice 1'], 100, systemClock.now())
    expect(due.filter(({ betId }) => dueNow.includes(betId))).toEqual([])
  })
})

describe('a claim', () => {
  it('of a commitment that this release cannot play is not made', async () => {
    const player = await desk.seated('9')
    expect(await journal.claim(desk.draft(player))).toBeUndefined()
    expect(await desk.betOf(player)).toBeNull()
  })

  it('whose key has played in the meantime, while it waited for the seat, is not made', async () => {
    const player = await desk.seated()
    const [first, again] = [desk.draft(player, { key: 'the-same' }), desk.draft(player, { key: 'the-same' })]
    const [playing, claiming] = [await desk.owner.connect(), await desk.owner.connect()]
    try {
      await playing.query('BEGIN')
      const { rows } = await playing.query<never>(claimQuery([first], ['dice 1'], laterMs))
      await playing.query(recordQuery([desk.end(claimsOf([first], rows)[0])]))
      const claim = claiming.query(claimQuery([again], ['dice 1'], laterMs))
      await eventually('the claim waits', async () => {
        const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        return (await desk.owner.query(sql)).rowCount === 1
      })
      await playing.query('COMMIT')
      expect((await claim).rowCount).toBe(0)
    } finally {
      playing.release()
      claiming.release()
    }
    expect(await desk.endedOf(player)).toEqual([first.betId])
  })

  it.each([
    { what: 'no play', plays: 0 },
    { what: 'many plays of one player', plays: 40 },
  ])(
    'looks its key up, as a retry does, by the one entry of the index of keys, whatever is known of $what',
    async ({ plays }) => {
      const player = await desk.seated()
      for (let play = 0; play < plays; play += 1)
        await journal.record(desk.end(await journal.claim(desk.draft(player))))
      const draft = desk.draft(player)
      if (plays > 0) await desk.owner.query('ANALYZE play')
      const client = await desk.owner.connect()
      try {
        for (const [name, value] of Object.entries(steadyPlans)) await client.query(`SET ${name} = ${value}`)
        const asked: string[] = [claimQuery([draft], ['dice 1'], laterMs).text]
        const noted = (sql: string) => Promise.resolve({ rows: [], rowCount: asked.push(sql) })
        await findPlayOfKey({ query: noted } as unknown as Queryable, draft.request)
        for (const sql of asked) {
          const plan = await client.query<Record<string, string>>(`EXPLAIN (GENERIC_PLAN) ${sql}`)
          const lines = plan.rows.map((row) => row['QUERY PLAN'] ?? '')
          const scan = lines.findIndex((line) => / on play( |$)/.test(line))
          expect(lines.slice(scan, scan + 2)).toEqual([
            expect.stringContaining('Index Scan using play_key on play '),
            expect.stringMatching(/Index Cond: \(key_hash = /),
          ])
          expect(lines[scan + 2] ?? '').not.toContain('Filter')
          expect(lines.filter((line) => / on play( |$)/.test(line))).toHaveLength(1)
        }
      } finally {
        client.release()
      }
    },
  )
})
