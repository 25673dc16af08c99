import pg from 'pg'
import { eventually } from './eventually.ts'
import { asSuperuser } from './test-database.ts'

/**
 * Lets the commits of a server wait for a standby while `work` runs, as where the only one of a primary is gone. For a server of one's own: all of its databases
 * wait.
 */
export async function withoutStandby<T>(serverUrl: string, work: () => Promise<T>): Promise<T> {
  const waitFor = (standbys: string) =>
    asSuperuser(serverUrl, async (client) => {
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${standbys}'`)
      await client.query('SELECT pg_reload_conf()')
    })
  await waitFor('nobody')
  try {
    await eventually('commits wait', () => doesCommitWait(serverUrl))
    return await work()
  } finally {
    await waitFor('')
  }
}

/** Whether a session waits for a standby with a statement that has that text in it. */
export function isWaitingForStandby(serverUrl: string, text: string): Promise<boolean> {
  return asSuperuser(serverUrl, async (client) => {
    const sql = `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND position($1 IN query) > 0`
    return (await client.query(sql, [text])).rowCount !== 0
  })
}

/** The server hears of a setting some time after it was made. A commit that waits is left waiting. */
async function doesCommitWait(serverUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  const state = { isDone: false }
  const commit = async () => {
    await client.query(`SELECT pg_logical_emit_message(true, 'probe', '')`)
    state.isDone = true
    await client.end()
  }
  // The server may be stopped before.
  client.on('error', () => undefined)
  commit().catch(() => undefined)
  await eventually('a commit waits or is done', async () => state.isDone || isWaitingForStandby(serverUrl, 'probe'))
  return !state.isDone
}
