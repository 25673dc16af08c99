import pg from 'pg'
import { isContention, isDataRefused, lockNotAvailable } from '@kismet/service-kit/database'
import { staleState } from './write-batch.ts'

/**
 * The meaning of a failed batch. `stale`: another writer was faster, so read again. `locked`: a
 * lock timeout. `data`: the database refuses the content of a command. `lost`: the connection
 * broke, with an unknown outcome. `failed`: the batch was not booked, and an immediate retry would
 * not help.
 */
export type FailureKind = 'stale' | 'locked' | 'data' | 'lost' | 'failed'

/** Unique constraints that another writer can have filled between our read and our write. */
const racedConstraints = ['entry_key', 'entry_pkey', 'account_player']

export function failureKind(error: unknown): FailureKind {
  if (error instanceof TypeError || error instanceof RangeError) return 'failed'
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return 'lost'
  const { code, constraint } = error
  if (code === lockNotAvailable) return 'locked'
  if (code === staleState || isContention(error)) return 'stale'
  if (code === '23505' && constraint !== undefined && racedConstraints.includes(constraint)) return 'stale'
  if (isDataRefused(error)) return 'data'
  // Connection exceptions, and a server that shuts down or starts up.
  if (code.startsWith('08') || code.startsWith('57P')) return 'lost'
  return 'failed'
}
