import type pg from 'pg'
import { createClient, endClient, requireDurability } from '@kismet/service-kit/database'
import { isNewestTerm } from '@kismet/service-kit/leadership'
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

/** Another process leads: this one books nothing any more. */
export class Deposed extends Error {
  constructor(fence: number) {
    super(`Another wallet leads since term ${fence}`)
    this.name = 'Deposed'
  }
}

/** Longer than the server's own limits: only a connection that is gone and does not say so takes so long. */
const queryTimeoutMs = 5_000
/** A lane's session is found by its name. */
const nameOf = (lane: number): string => `wallet lane ${lane}`
const endWithinMs = 500

const settings = { ...steadyPlans, statement_timeout: '4s', lock_timeout: '500ms' }

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
  const client = createClient({ url: databaseUrl, schema: 'wallet', settings, queryTimeoutMs })
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
    return { client, shard: lane, isLost: () => state.lost, close: () => endClient(client) }
  } catch (error) {
    void endClient(client)
    throw error
  }
}

/** Sessions of other roles are none of ours, whatever they call themselves. */
const others = `FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user
  AND application_name = ANY ($1) AND pid <> pg_backend_pid()`

/**
 * Ends all sessions of some lanes but this one, which takes the name of the first of them before it looks whether its term is the newest: whoever leads
 * afterwards finds it.
 */
async function endSessions(client: pg.Client, fence: number, lane: number, lastToEnd: number): Promise<void> {
  await client.query(`SET application_name = '${nameOf(lane)}'`)
  if (!(await isNewestTerm(client, fence))) throw new Deposed(fence)
  const lanes = Array.from({ length: lastToEnd - lane + 1 }, (_, index) => nameOf(lane + index))
  await client.query(`SELECT pg_terminate_backend(pid, $2) ${others}`, [lanes, endWithinMs])
  const { rowCount } = await client.query(`SELECT ${others}`, [lanes])
  if (rowCount !== 0) throw new Error(`A session of lanes ${lane} to ${lastToEnd} has not ended yet`)
}
