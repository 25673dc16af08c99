import type pg from 'pg'
import { createClient, endClient, requireDurability } from './database.ts'
import type { ConnectionOptions } from './database.ts'
import { awaitStandbys, endSessions, enterAs, isOther } from './former-sessions.ts'
import { isNewestTerm } from './leadership.ts'
import type { Logger } from './logger.ts'

/** A connection on which a leader writes: nothing that a former leader has sent can be written any more once it is open. */
export interface LeaderSession {
  readonly client: pg.Client
  /** True once the connection is lost. */
  readonly isLost: () => boolean
  close(): Promise<void>
}

/** Another process leads: this one writes nothing any more. */
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
 * Ends all sessions of those names but this one, which takes its name before it looks whether its term is the newest: whoever leads afterwards finds it. What those
 * have committed is on the standbys, so that nothing is decided, or told, on what a loss of the primary would take back.
 */
async function endFormer(client: pg.Client, { fence, name, ends }: LeaderSessionOptions): Promise<void> {
  await enterAs(client, name)
  if (!(await isNewestTerm(client, fence))) throw new Deposed(fence)
  await endSessions(client, ends, endWithinMs)
  if (await isOther(client, ends)) throw new Error(`A previous connection of ${ends.join(', ')} is still open`)
  await awaitStandbys(client)
}
