import pg from 'pg'
import { createClient } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import { steadyPlans } from '@kismet/service-kit/steady-plans'

/** One writer's connection, and the row of the house's accounts that is its own. */
export interface Session {
  readonly client: pg.Client
  readonly shard: number
  /** True once the connection is lost. */
  readonly isLost: () => boolean
  close(): Promise<void>
}

/** The server could lose what it has confirmed. */
export class NotDurable extends Error {
  constructor(setting: string) {
    super(`The wallet does not work on a PostgreSQL with ${setting} = off: it could lose booked money`)
    this.name = 'NotDurable'
  }
}

const shards = 64
/** Longer than the server's own limit for a statement: only a connection that is gone and does not say so takes so long. */
const queryTimeoutMs = 15_000
/** First key of the advisory locks by which writers claim their shards. */
const shardLocks = 0x6b69736d

/** Rows of a batch are looked up by index in their own order, which is also the order in which all writers lock. */
const settings = {
  ...steadyPlans,
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '10s',
}

/** Connects a writer. @throws NotDurable when the server's settings could lose a commit. */
export async function openSession(url: string, log: Logger): Promise<Session> {
  const client = createClient({ url, schema: 'wallet', settings, pipeline: true, queryTimeoutMs })
  const state = { lost: false }
  client.on('error', (error) => {
    state.lost = true
    log.warn({ err: error }, 'a writer has lost its database connection')
  })
  client.on('end', () => (state.lost = true))
  try {
    await client.connect()
    await requireDurability(client)
    const shard = await claimShard(client)
    return { client, shard, isLost: () => state.lost, close: () => client.end() }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** @throws NotDurable */
export async function requireDurability(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'`,
  )
  if (rows[0] !== undefined) throw new NotDurable(rows[0].name)
}

/** The first shard that no other writer has. With more writers than shards some share one, which is right but slower. */
async function claimShard(client: pg.Client): Promise<number> {
  for (let shard = 0; shard < shards; shard += 1) {
    const { rows } = await client.query<{ claimed: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS claimed', [
      shardLocks,
      shard,
    ])
    if (rows[0]?.claimed === true) return shard
  }
  return shards - 1
}
