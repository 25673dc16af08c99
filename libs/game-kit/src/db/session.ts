import type pg from 'pg'
import { createClient, endClient, requireDurability } from '@kismet/service-kit/database'
import { awaitStandbys, endSessions, enterAs } from '@kismet/service-kit/former-sessions'
import type { Logger } from '@kismet/service-kit/logger'
import { steadyPlans } from '@kismet/service-kit/steady-plans'

/** The connection on which a journal writes. */
export interface Session {
  readonly client: pg.Client
  readonly isLost: () => boolean
}

const queryTimeoutMs = 5_000
/** Seats are locked for one commit. One that is locked for longer is left out (journal.ts). */
const settings = {
  ...steadyPlans,
  statement_timeout: '4s',
  lock_timeout: '50ms',
  idle_in_transaction_session_timeout: '4s',
}

export interface SessionOptions {
  readonly url: string
  readonly schema: string
  /** The journal's own, by which it finds the sessions that it has lost. */
  readonly name: string
  readonly log: Logger
}

/**
 * Connects. Terminates previous connections with this name first. A terminated connection commits
 * no more writes, and the seats of a commit under way stay locked until its end. Earlier commits
 * are on all synchronous standbys.
 * @throws NotDurable when PostgreSQL could lose confirmed commits
 */
export async function openSession({ url, schema, name, log }: SessionOptions): Promise<Session> {
  const client = createClient({ url, schema, settings, queryTimeoutMs })
  const state = { lost: false }
  client.on('error', (error) => {
    state.lost = true
    log.warn({ err: error }, 'the journal lost its PostgreSQL connection')
  })
  client.on('end', () => (state.lost = true))
  try {
    await client.connect()
    await requireDurability(client)
    await enterAs(client, name)
    await endSessions(client, [name], 0)
    await awaitStandbys(client)
    return { client, isLost: () => state.lost }
  } catch (error) {
    await endClient(client)
    throw error
  }
}
