/**
 * What is certain after a failed statement or transaction.
 * `refused`: PostgreSQL rejected the content, and rejects every repetition.
 * `not_committed`: no row was written; a repetition may succeed.
 * `unknown`: the commit may have happened. Read before you repeat, or repeat with an idempotency key.
 */
export type WriteOutcome = 'refused' | 'not_committed' | 'unknown'

interface PostgresError {
  readonly code: string
  readonly severity: string
}

/** A value that its column cannot hold. The statement was not sent. The message has no value. */
export class Unencodable extends RangeError {
  override readonly name = 'Unencodable'
}

/** An answer of PostgreSQL itself. This file does not load pg, because the gateway uses it too. */
function isFromPostgres(error: unknown): error is PostgresError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}

/** SQLSTATE of a PostgreSQL error, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return isFromPostgres(error) ? error.code : undefined
}

/** SQLSTATE of a statement that has waited for a lock for too long. */
export const lockNotAvailable = '55P03'
/** SQLSTATE: PostgreSQL has ended one of two transactions that waited for each other. */
export const deadlockDetected = '40P01'

/** 22: data that cannot be stored. 23: a constraint. */
const refusedContent = /^2[23]/
/**
 * 08: connection exceptions. 40003: PostgreSQL does not know itself. 57P01, 57P02: the connection
 * was terminated, perhaps while a commit waited for its standby.
 */
const unknownToPostgres = /^(08...|40003|57P01|57P02)$/
/** The connection was never opened. */
const notConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/
const notConnectedText = 'timeout exceeded when trying to connect'

/**
 * Judges a database failure: may the write have happened, and can a repetition help? An error that is
 * not of the database is `unknown`, because it may have been thrown after the commit.
 */
export function outcomeOf(error: unknown): WriteOutcome {
  if (error instanceof Unencodable) return 'refused'
  if (isFromPostgres(error)) {
    if (refusedContent.test(error.code)) return 'refused'
    return unknownToPostgres.test(error.code) || error.severity === 'PANIC' ? 'unknown' : 'not_committed'
  }
  const { code = '', message = '' } = Object(error) as { code?: string; message?: string }
  return notConnected.test(code) || message.startsWith(notConnectedText) ? 'not_committed' : 'unknown'
}

const brokenConnection = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED']

/** True for an error of the connection itself. */
export function isBrokenLine(error: unknown): boolean {
  return brokenConnection.includes((Object(error) as { code?: string }).code ?? '')
}

const brokenConnectionText =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered)/

/**
 * True when the database was not there, went away, or was too slow: no bug. SQLSTATE 57014: a
 * statement timeout; 57P: it shuts down or starts up; 53300: it has no connection left.
 */
export function isDatabaseDown(error: unknown): boolean {
  if (isFromPostgres(error)) return /^(08|57014|57P|53300$)/.test(error.code)
  const { message = '' } = Object(error) as { message?: string }
  return isBrokenLine(error) || brokenConnectionText.test(message)
}
