import pg from 'pg'
import { isContention } from '@kismet/service-kit/database'
import { lockNotAvailable, outcomeOf, sqlState } from '@kismet/service-kit/database-failure'
import { staleState } from './write-batch.ts'

/**
 * The meaning of a failed batch. `stale`: another writer was faster, so read again. `locked`: a
 * lock timeout. `data`: a command cannot be encoded, or the database refuses its content. `lost`:
 * the connection broke. `failed`: the batch was not booked, and an immediate retry would not help.
 */
export type FailureKind = 'stale' | 'locked' | 'data' | 'lost' | 'failed'

/** Unique constraints that another writer can have filled between our read and our write. */
const racedConstraints = ['entry_key_once', 'account_player']
/** A value that cannot be written or read, or a fault of the rules. */
const badContent = ['TypeError', 'RangeError', 'Unencodable']

export function failureKind(error: unknown): FailureKind {
  const state = sqlState(error)
  if (state === lockNotAvailable) return 'locked'
  const isRaced = error instanceof pg.DatabaseError && racedConstraints.includes(error.constraint ?? '')
  if (state === staleState || isContention(error) || isRaced) return 'stale'
  const outcome = outcomeOf(error)
  if (outcome === 'refused' || badContent.includes((Object(error) as { name?: string }).name ?? '')) return 'data'
  // 57P: the server shuts down or starts up.
  return outcome === 'unknown' || state === undefined || state.startsWith('57P') ? 'lost' : 'failed'
}
