import type { Queryable } from '../database.ts'
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
 * @throws Error when the database cannot be read
 */
export async function checkChain({ db, key, kept, isWhole, stopping }: CheckParts): Promise<Checked> {
  const beforeFirst = isWhole || kept === undefined ? 0 : kept.sequence - 1
  let head: Head | undefined
  const broken = (sequence: number, what: string) => ({ head, fault: { sequence, what: `Row ${sequence} ${what}.` } })
  for (;;) {
    if (stopping?.aborted === true) return { head, fault: undefined }
    const sql = 'SELECT * FROM audit WHERE sequence > $1 ORDER BY sequence LIMIT $2'
    const { rows } = await db.query<StoredRow>(sql, [head?.sequence ?? beforeFirst, rowsOfBatch])
    for (const row of rows) {
      const first = beforeFirst === 0 ? genesis : { sequence: beforeFirst, hash: row.previous_hash }
      const previous: Place = head ?? first
      const fault = key.faultOf(previous, row)
      if (fault !== undefined) return broken(previous.sequence + 1, fault)
      if (row.sequence === kept?.sequence && row.hash !== kept.hash)
        return broken(row.sequence, 'was replaced by another row')
      head = { sequence: row.sequence, hash: row.hash, at: row.at }
    }
    if (rows.length === rowsOfBatch) continue
    const last = head?.sequence ?? beforeFirst
    if (kept !== undefined && kept.sequence > last)
      return broken(last + 1, `is missing, and so are all later rows: there were ${kept.sequence} rows`)
    return { head, fault: undefined }
  }
}
