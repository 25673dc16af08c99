import type { Queryable } from '../database.ts'
import { Refusal } from '../refusal.ts'
import { genesis } from './chain.ts'
import type { ChainKey, Place, StoredRow } from './chain.ts'

/** Rows that are held in memory at a time: they are hashed in a few ms. */
const rowsOfBatch = 500

export interface Head extends Place {
  readonly at: Date
}

export interface Checked {
  /** The last valid row. */
  readonly head: Head | undefined
  /** What is wrong, in a sentence; `sequence` of the first row that is not as it was written. */
  readonly fault: { readonly sequence: number; readonly what: string } | undefined
}

export interface CheckParts {
  readonly db: Queryable
  readonly key: ChainKey
  /** A valid row of an earlier check. The chain must still contain it. */
  readonly kept?: Place | undefined
  /** Whether to begin before the first row, in place of at the kept row. */
  readonly isWhole: boolean
  /** Aborted when the caller no longer waits. */
  readonly stopping?: AbortSignal | undefined
}

/**
 * Reads a chain to its end, in pages, with the rows that are written meanwhile.
 * @throws Error when the database cannot be read, or the check was stopped
 */
export async function checkChain({ db, key, kept, isWhole, stopping }: CheckParts): Promise<Checked> {
  const isFromKept = kept !== undefined && !isWhole
  let head = isFromKept ? await rowAt(db, kept) : undefined
  const broken = (sequence: number, what: string) => ({ head, fault: { sequence, what: `Row ${sequence} ${what}.` } })
  if (isFromKept && head === undefined)
    return broken(kept.sequence, 'is missing or not the one that was there when it was last looked at')
  for (;;) {
    if (stopping?.aborted === true) throw new Refusal('unavailable')
    const { rows } = await db.query<StoredRow>('SELECT * FROM audit WHERE sequence > $1 ORDER BY sequence LIMIT $2', [
      head?.sequence ?? 0,
      rowsOfBatch,
    ])
    for (const row of rows) {
      const previous: Place = head ?? genesis
      const fault = key.faultOf(previous, row)
      if (fault !== undefined) return broken(previous.sequence + 1, fault)
      if (row.sequence === kept?.sequence && row.hash !== kept.hash)
        return broken(row.sequence, 'was replaced by another row')
      head = { sequence: row.sequence, hash: row.hash, at: row.at }
    }
    if (rows.length === rowsOfBatch) continue
    const last = head?.sequence ?? 0
    if (kept !== undefined && kept.sequence > last)
      return broken(last + 1, `is missing, and so are all later rows: there were ${kept.sequence} rows`)
    return { head, fault: undefined }
  }
}

/** A row that was valid before, if it is there unchanged. */
async function rowAt(db: Queryable, { sequence, hash }: Place): Promise<Head | undefined> {
  const sql = 'SELECT sequence, hash, at FROM audit WHERE sequence = $1 AND hash = $2'
  return (await db.query<Head>(sql, [sequence, hash])).rows[0]
}
