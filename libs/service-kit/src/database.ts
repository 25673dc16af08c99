import pg from 'pg'
import { deadlockDetected, lockNotAvailable, sqlState } from './database-failure.ts'
import type { Logger } from './logger.ts'

export type { Pool, PoolClient } from 'pg'

/** Anything that takes a query: the pool, or one client inside of a transaction. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult<Row>>
}

/** BIGINT as a number. Amounts are far below 2^53; one that is not is a breach, never rounded. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, which is above the safe integers`)
  return value
}

/** SQL: a point in time in ms since the epoch. */
export function msOf(column: string): string {
  return `floor(extract(epoch FROM ${column}) * 1000)::bigint`
}

/** SQL: a point in time as the wire shows times, ISO 8601 in UTC with milliseconds. */
export function isoOf(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, safeInteger)

export interface ConnectionOptions {
  readonly url: string
  /** The schema that unqualified names mean. */
  readonly schema: string
  readonly settings?: Readonly<Record<string, string>>
  /** The query timeout in ms, after which the connection is closed too; 0 is no timeout. */
  readonly queryTimeoutMs?: number
}

function configOf({ url, schema, settings, queryTimeoutMs }: ConnectionOptions): pg.ClientConfig {
  const named = Object.entries({ search_path: schema, ...settings }).map(([name, value]) => `-c ${name}=${value}`)
  return {
    connectionString: url,
    options: named.join(' '),
    application_name: schema,
    connectionTimeoutMillis: 5_000,
    ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
    types,
  }
}

export interface PoolOptions extends ConnectionOptions {
  readonly maxConnections: number
  readonly log: Logger
}

/** Connection settings for statements that read a few rows each. They are planned once, and by indexes also while a table is small and grows. */
export const indexPlans = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' } as const

/** The same for joins of large tables: other plans would be ruinous while the statistics are old. */
export const steadyPlans = {
  ...indexPlans,
  ...{ enable_hashjoin: 'off', enable_mergejoin: 'off', enable_bitmapscan: 'off' },
} as const

const poolSettings = { statement_timeout: '4000', idle_in_transaction_session_timeout: '30000' }
/** A little longer than the server's own limit: only a line that is dead and does not say so takes so long. */
const poolQueryTimeoutMs = 5_000

export function createPool({ maxConnections, log, settings, ...options }: PoolOptions): pg.Pool {
  const config = configOf({
    queryTimeoutMs: poolQueryTimeoutMs,
    ...options,
    settings: { ...poolSettings, ...settings },
  })
  const pool = new pg.Pool({ ...config, max: maxConnections })
  pool.on('error', (error) => log.warn({ err: error }, 'lost an idle PostgreSQL connection'))
  // The pool has an error listener for idle connections only. Without this listener, the loss of a
  // connection between two statements would end the process; the next statement fails instead.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

/**
 * One connection of its own, not connected yet: for work that a pool would slow down, or that holds a session lock. It sends queries without waiting for
 * the answers of those before.
 */
export function createClient(options: ConnectionOptions): pg.Client {
  return new pg.Client({ ...configOf(options), keepAlive: true, pipeline: true })
}

const endWithinMs = 1_000

/** Ends a connection, by force when the other side does not answer. */
export async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), endWithinMs)
  await client.end().catch(() => undefined)
  clearTimeout(timer)
}

type Work<T> = (client: pg.PoolClient) => Promise<T>

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export function inTransaction<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
  return between(pool, 'BEGIN', work)
}

/** Runs read-only `work` on one snapshot of the database, without waiting for locks. */
export function inSnapshot<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
  return between(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work)
}

async function between<T>(pool: pg.Pool, begin: string, work: Work<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: unknown) => {
      broken = rollbackError instanceof Error ? rollbackError : new Error('The rollback failed')
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Inserts a row. Its names are columns. */
export async function insertRow(db: Queryable, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const places = Object.keys(row).map((_name, at) => `$${at + 1}`)
  const sql = `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`
  await db.query(sql, Object.values(row))
}

/** Changes columns of the row with an id. */
export async function updateRow(
  db: Queryable,
  table: string,
  id: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const set = Object.keys(changes).map((name, at) => `${name} = $${at + 2}`)
  await db.query(`UPDATE ${table} SET ${set.join(', ')} WHERE id = $1`, [id, ...Object.values(changes)])
}

/** True when `error` is a breach of the unique constraint or index of that name. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
}

/**
 * Takes the lock `name` until the end of the transaction: another insert of the same key waits. The
 * row is deleted before the commit. An advisory lock would be open to every role of the server.
 * The table `turn` keeps the name of its migration.
 */
export async function takeLock(transaction: Queryable, name: string): Promise<void> {
  await transaction.query('INSERT INTO turn (name) VALUES ($1)', [name])
  await transaction.query('DELETE FROM turn WHERE name = $1', [name])
}

/** Serialisation failure, deadlock, lock timeout. */
const contention = ['40001', deadlockDetected, lockNotAvailable]

/** True for lock contention: the transaction wrote no rows, and a retry can succeed. */
export function isContention(error: unknown): boolean {
  return contention.includes(sqlState(error) ?? '')
}

/** True when a statement took longer than it may. */
export function isTooSlow(error: unknown): boolean {
  return sqlState(error) === '57014'
}

/** The server could lose what it has confirmed. */
export class NotDurable extends Error {
  constructor(setting: string) {
    super(`PostgreSQL has ${setting} = off and could lose confirmed commits: set it to on`)
    this.name = 'NotDurable'
  }
}

/** @throws NotDurable */
export async function requireDurability(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'`,
  )
  if (rows[0] !== undefined) throw new NotDurable(rows[0].name)
}

/** The timeline of the write-ahead log, as 8 hexadecimal characters. A restore and a failover begin another one. */
export async function timelineOf(db: Queryable): Promise<string> {
  const sql = 'SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline'
  return (await db.query<{ timeline: string }>(sql)).rows[0]?.timeline ?? ''
}
