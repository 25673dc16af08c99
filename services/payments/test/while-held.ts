import { eventually } from '@kismet/test-env/eventually'
import type { PoolClient } from '@kismet/service-kit/database'
import type { PaymentsStage } from './payments-stage.ts'

/**
 * Makes a call while another transaction is open. The transaction commits when the call waits for it or has been answered.
 * @param meanwhile work to end before the commit
 * @returns the answer of the call
 */
export async function whileHeld<Answer>(
  stage: PaymentsStage,
  hold: (other: PoolClient) => Promise<unknown>,
  call: () => Promise<Answer>,
  meanwhile?: () => Promise<unknown>,
): Promise<Answer> {
  const other = await stage.owner.connect()
  try {
    await other.query('BEGIN')
    await hold(other)
    const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    let isAnswered = false
    const answer = call().finally(() => (isAnswered = true))
    const waits = 'SELECT count(*) FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))'
    await eventually('the call waits', async () => isAnswered || (await stage.value<number>(waits, [rows[0]?.pid])) > 0)
    await meanwhile?.()
    await other.query('COMMIT')
    return await answer
  } finally {
    other.release()
  }
}
