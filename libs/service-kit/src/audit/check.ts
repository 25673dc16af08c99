import type { Clock } from '../clock.ts'
import type { Queryable } from '../database.ts'
import { ChainWalk, faultOfRow } from './chain.ts'
import type { ChainKey, Fault, Place, StoredRow } from './chain.ts'
import { Refusal } from '../refusal.ts'
import { ForgedHead } from './heads.ts'
import type { HeadsFile } from './heads.ts'

/** Rows that are held in memory at a time: they are hashed in a few ms. */
const rowsOfBatch = 500

export interface Head extends Place {
  readonly at: Date
}

/** What a check has found. */
export interface Checked {
  /** The last row that is in order. */
  readonly head: Head | undefined
  readonly fault: Fault | undefined
  /** The farthest row that is known from outside of the database. */
  readonly keptOutside: number | undefined
}

export interface CheckParts {
  readonly db: Queryable
  readonly key: ChainKey
  readonly heads: HeadsFile | undefined
  /**
   * The last valid row that this process has seen. A chain that is shorter stays broken, also
   * without a file of heads.
   */
  readonly farthest?: Place | undefined
  readonly clock: Clock
  /** Aborted when the caller no longer waits. */
  readonly stopping?: AbortSignal | undefined
}

/** Where a check begins: at a verified row, at the newest head outside of the database, or before the first row. */
export type Start = Place | 'head outside' | 'first row'

/**
 * Reads a chain to its end, in pages. The row of the start must still be there. Rows that are
 * written meanwhile are read too. A valid head goes to the file of heads.
 * @throws Error when the database or the file of heads cannot be read, or the check was stopped
 */
export async function checkChain(parts: CheckParts, start: Start): Promise<Checked> {
  const { heads, farthest, clock } = parts
  let kept: Place | undefined
  try {
    kept = await heads?.newest()
  } catch (error) {
    if (!(error instanceof ForgedHead)) throw error
    return { head: undefined, fault: { sequence: null, what: error.message }, keptOutside: undefined }
  }
  const from = start === 'first row' ? undefined : start === 'head outside' ? kept : start
  const places = [kept, farthest, from].filter((place) => place !== undefined)
  const { head, fault } = await walk(parts, places, from)
  if (heads === undefined || fault !== undefined || head === undefined || head.sequence === kept?.sequence)
    return { head, fault, keptOutside: kept?.sequence }
  await heads.add({ sequence: head.sequence, hash: head.hash }, clock.now())
  return { head, fault, keptOutside: head.sequence }
}

async function walk(
  { db, key, stopping }: CheckParts,
  places: readonly Place[],
  from: Place | undefined,
): Promise<Omit<Checked, 'keptOutside'>> {
  const chain = new ChainWalk(key, places, from)
  let head = from === undefined ? undefined : await rowAt(db, from)
  if (from !== undefined && head === undefined) {
    const what = 'is missing or not the one that was there when it was last looked at'
    return { head, fault: faultOfRow(from.sequence, what) }
  }
  for (;;) {
    if (stopping?.aborted === true) throw new Refusal('unavailable')
    const { rows } = await db.query<StoredRow>('SELECT * FROM audit WHERE sequence > $1 ORDER BY sequence LIMIT $2', [
      chain.place.sequence,
      rowsOfBatch,
    ])
    for (const row of rows) {
      const fault = chain.take(row)
      if (fault !== undefined) return { head, fault }
      head = { ...chain.place, at: row.at }
    }
    if (rows.length < rowsOfBatch) return { head, fault: chain.end() }
  }
}

/** A row that was verified before, if it is there unchanged. */
async function rowAt(db: Queryable, { sequence, hash }: Place): Promise<Head | undefined> {
  const sql = 'SELECT sequence, hash, at FROM audit WHERE sequence = $1 AND hash = $2'
  const { rows } = await db.query<Head>(sql, [sequence, hash])
  return rows[0]
}
