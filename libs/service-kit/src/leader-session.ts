import type pg from 'pg'
import { createClient, endClient, requireDurability } from './database.ts'
import type { ConnectionOptions, Queryable } from './database.ts'
import { isNewestTerm } from './leadership.ts'
import type { Logger } from './logger.ts'

/**
 * A connection of the leader for writes. Once it is open, a former leader can write no more rows.
 */
export interface LeaderSession {
  readonly client: pg.Client
  readonly isLost: () => boolean
  close(): Promise<void>
}

/** Another process is the leader, so this process must not write. */
export class Deposed extends Error {
  constructor(fencingToken: number) {
    super(`Another process is the leader since term ${fencingToken}`)
    this.name = 'Deposed'
  }
}

export interface LeaderSessionOptions extends ConnectionOptions {
  /** Of the term of this process. */
  readonly fencingToken: number
  /** The name of the connection, by which a later leader finds it. */
  readonly name: string
  /** The names of earlier connections to terminate, with the own name. */
  readonly ends: readonly string[]
  readonly log: Logger
}

const endWithinMs = 500

/**
 * Connects. What earlier sessions of those names have sent is written by now, on every standby that commits wait for, or never will be.
 * @throws NotDurable, Deposed; or an error when an earlier session could not be ended.
 */
export async function openLeaderSession(options: LeaderSessionOptions): Promise<LeaderSession> {
  const { name, log } = options
  const client = createClient(options)
  const state = { lost: false }
  client.on('error', (error) => {
    state.lost = true
    log.warn({ err: error, session: name }, 'the leader lost a PostgreSQL connection')
  })
  client.on('end', () => (state.lost = true))
  try {
    await client.connect()
    await requireDurability(client)
    await endFormer(client, options)
    return { client, isLost: () => state.lost, close: () => endClient(client) }
  } catch (error) {
    void endClient(client)
    throw error
  }
}

/**
 * Terminates the previous connections with these names. This connection takes its name before it
 * checks the term, so that a later leader finds it. A connection may be terminated while its commit
 * waits for a standby. Readers then see that commit, though a failover of PostgreSQL can undo it. So
 * the standbys get all commits before a connection is terminated, and once more after it.
 */
async function endFormer(client: pg.Client, { fencingToken, name, ends }: LeaderSessionOptions): Promise<void> {
  const entering = `${name} entering`
  await setName(client, entering)
  // A former process that still waits here holds no lock and serves no caller.
  await client.query(`SELECT pg_terminate_backend(pid, 0) ${others}`, [[entering]])
  await awaitStandbys(client)
  await setName(client, name)
  if (!(await isNewestTerm(client, fencingToken))) throw new Deposed(fencingToken)
  await client.query(`SELECT pg_terminate_backend(pid, $2) ${others}`, [ends, endWithinMs])
  if ((await client.query(`SELECT ${others}`, [ends])).rowCount !== 0)
    throw new Error(`A previous connection of ${ends.join(', ')} is still open`)
  await awaitStandbys(client)
}

/** Connections of other roles do not count, because every role can choose its application_name. */
const others = `FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user
  AND application_name = ANY ($1) AND pid <> pg_backend_pid()`

async function setName(client: Queryable, name: string): Promise<void> {
  await client.query(`SELECT set_config('application_name', $1, false)`, [name])
}

/** Commits once. Synchronous standbys have all earlier commits then, too. */
async function awaitStandbys(client: Queryable): Promise<void> {
  await client.query(`SELECT pg_logical_emit_message(true, 'kismet', '')`)
}
