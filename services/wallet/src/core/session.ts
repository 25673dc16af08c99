import pg from 'pg'
import { createClient, endClient } from '@kismet/service-kit/database'
import { isNewestTerm, lockHolders } from '@kismet/service-kit/leadership'
import { steadyPlans } from '@kismet/service-kit/steady-plans'
import type { Logger } from '@kismet/service-kit/logger'

/** One lane's connection. */
export interface Session {
  readonly client: pg.Client
  /** The lane's own row of the house's accounts. */
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

/** Another process leads: this one books nothing any more. */
export class Deposed extends Error {
  constructor(fence: number) {
    super(`Another wallet leads since term ${fence}`)
    this.name = 'Deposed'
  }
}

/** Longer than the server's own limits: only a connection that is gone and does not say so takes so long. */
const queryTimeoutMs = 5_000
/** First key of the advisory locks of the lanes; the second is the lane. */
const laneLocks = 0x6b69736d
const endWithinMs = 500

const settings = { ...steadyPlans, statement_timeout: '4s', lock_timeout: '2s' }

export interface SessionOptions {
  readonly databaseUrl: string
  /** The term in which its process leads. */
  readonly fence: number
  readonly log: Logger
}

/**
 * Connects a lane. Its session is the only one of the lanes from `lane` to `lastToEnd`: what an earlier one has sent is booked by now, or never will be.
 * @throws NotDurable, Deposed; or an error when an earlier session could not be ended.
 */
export async function openSession(
  lane: number,
  lastToEnd: number,
  { databaseUrl, fence, log }: SessionOptions,
): Promise<Session> {
  const client = createClient({ url: databaseUrl, schema: 'wallet', settings, pipeline: true, queryTimeoutMs })
  const state = { lost: false }
  client.on('error', (error) => {
    state.lost = true
    log.warn({ err: error, lane }, 'a lane has lost its database connection')
  })
  client.on('end', () => (state.lost = true))
  try {
    await client.connect()
    await requireDurability(client)
    await endSessions(client, fence, lane, lastToEnd)
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', [
      laneLocks,
      lane,
    ])
    // Whoever leads now has looked for sessions of before after it had begun its term: this one is seen there, or sees the term here.
    if (rows[0]?.locked !== true || !(await isNewestTerm(client, fence))) throw new Deposed(fence)
    return { client, shard: lane, isLost: () => state.lost, close: () => endClient(client) }
  } catch (error) {
    void endClient(client)
    throw error
  }
}

async function endSessions(client: pg.Client, fence: number, fromLane: number, toLane: number): Promise<void> {
  if (!(await isNewestTerm(client, fence))) throw new Deposed(fence)
  const held = {
    text: `SELECT pid FROM ${lockHolders} WHERE key BETWEEN $2 AND $3`,
    values: [laneLocks, fromLane, toLane],
  }
  const { rows } = await client.query<{ pid: number }>(held)
  for (const { pid } of rows) await client.query('SELECT pg_terminate_backend($1, $2)', [pid, endWithinMs])
  if (rows.length > 0 && (await client.query(held)).rows.length > 0)
    throw new Error(`A session of lanes ${fromLane} to ${toLane} has not ended yet`)
}

/** @throws NotDurable */
export async function requireDurability(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'`,
  )
  if (rows[0] !== undefined) throw new NotDurable(rows[0].name)
}
