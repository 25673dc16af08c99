import type pg from 'pg'
import { createClient, endClient, requireDurability } from './database.ts'
import type { ConnectionOptions } from './database.ts'
import { awaitStandbys, endSessions, enterAs, isOther } from './former-sessions.ts'
import { isNewestTerm } from './leadership.ts'
import type { Logger } from './logger.ts'

/**
 * A connection of the leader for writes. Once it is open, a former leader can write no more rows.
 */
export interface LeaderSession {
  readonly client: pg.Client
  /** True once the connection is lost. */
  readonly isLost: () => boolean
  close(): Promise<void>
}

/** Another process is the leader, so this process must not write. */
export class Deposed extends Error {
  constructor(fence: number) {
    super(`Another process is the leader since term ${fence}`)
    this.name = 'Deposed'
  }
}

export interface LeaderSessionOptions extends ConnectionOptions {
  /** The term in which its process leads. */
  readonly fence: number
  /** By which those who lead later find the session. */
  readonly name: string
  /** The names of the sessions that must be over; its own one among them. */
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
 * checks the term, so that a later leader finds it. The commits of the terminated connections are
 * on the standbys before this function returns, so that a failover of PostgreSQL cannot take them
 * back.
 */
async function endFormer(client: pg.Client, { fence, name, ends }: LeaderSessionOptions): Promise<void> {
  await enterAs(client, name)
  if (!(await isNewestTerm(client, fence))) throw new Deposed(fence)
  await endSessions(client, ends, endWithinMs)
  if (await isOther(client, ends)) throw new Error(`A previous connection of ${ends.join(', ')} is still open`)
  await awaitStandbys(client)
}
