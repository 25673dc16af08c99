import type pg from 'pg'
import { createClient } from '@kismet/service-kit/database'
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
/** Seats are locked for one commit. One that is locked for longer is soon left to wait apart. */
const settings = {
  ...steadyPlans,
  statement_timeout: '4s',
  lock_timeout: '200ms',
  idle_in_transaction_session_timeout: '4s',
}

/**
 * Connects. A session that was lost before may still have a statement to run which nobody heard of any more: its backend is ended first, so that nothing of
 * it comes after what is written now.
 */
export async function openSession(
  { url, schema, log }: { readonly url: string; readonly schema: string; readonly log: Logger },
  lost: Session['backend'] | undefined,
): Promise<Session> {
  const client = createClient({ url, schema, settings, pipeline: true, queryTimeoutMs })
  const state = { lost: false }
  client.on('error', (error) => {
    state.lost = true
    log.warn({ err: error }, 'a journal has lost its database connection')
  })
  client.on('end', () => (state.lost = true))
  try {
    await client.connect()
    if (lost !== undefined) await endBackend(client, lost)
    const { rows } = await client.query<{ pid: number; startedAt: string }>(
      `SELECT pid, backend_start::text AS "startedAt" FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
    )
    if (rows[0] === undefined) throw new Error('The database does not know its own session')
    return { client, backend: rows[0], isLost: () => state.lost }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

async function endBackend(client: pg.Client, { pid, startedAt }: Session['backend']): Promise<void> {
  const { rows } = await client.query<{ ended: boolean }>(
    'SELECT pg_terminate_backend(pid, 2000) AS ended FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2::timestamptz',
    [pid, startedAt],
  )
  if (rows[0]?.ended === false) throw new Error(`The session before, process ${pid}, does not end`)
}
