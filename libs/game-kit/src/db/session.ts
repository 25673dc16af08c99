import type pg from 'pg'
import { createClient, endClient, requireDurability } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import { steadyPlans } from '@kismet/service-kit/steady-plans'

/** The connection on which a journal writes. */
export interface Session {
  readonly client: pg.Client
  /** The server's process behind it; ids of processes come again, with their start they do not. */
  readonly backend: { readonly pid: number; readonly startedAt: string }
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

/**
 * Connects. The backend of a session that was lost before is told to end first: what it has not begun to commit by then it never writes, be it stopped now and
 * continued later, and the seats of what it is committing stay locked until it is done.
 * @throws NotDurable when the database could lose what it confirms
 */
export async function openSession(
  { url, schema, log }: { readonly url: string; readonly schema: string; readonly log: Logger },
  lost: Session['backend'] | undefined,
): Promise<Session> {
  const client = createClient({ url, schema, settings, queryTimeoutMs })
  const state = { lost: false }
  client.on('error', (error) => {
    state.lost = true
    log.warn({ err: error }, 'a journal has lost its database connection')
  })
  client.on('end', () => (state.lost = true))
  try {
    await client.connect()
    await requireDurability(client)
    if (lost !== undefined) await client.query(endBackend, [lost.pid, lost.startedAt])
    const { rows } = await client.query<Session['backend']>(ownBackend)
    if (rows[0] === undefined) throw new Error('The database does not know its own session')
    return { client, backend: rows[0], isLost: () => state.lost }
  } catch (error) {
    await endClient(client)
    throw error
  }
}

const endBackend =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2::timestamptz'
const ownBackend = `SELECT pid, backend_start::text AS "startedAt" FROM pg_stat_activity WHERE pid = pg_backend_pid()`
