import { msOf } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'

/** A step of a game that lasts. `step` is null for a cash-out and for the end of an idle game. */
export interface TakenStep {
  readonly step: unknown
  readonly by: 'step' | 'player' | 'idleness'
  /** Whether the game ends with it. */
  readonly ends: boolean
  /** Names the idempotency key; null for the end of an idle game. */
  readonly key: string | null
  readonly atMs: number
}

interface Steps {
  readonly steps: readonly TakenStep[]
  /** The newest restore of the ledger, in ms since the epoch; 0 without one. */
  readonly restoredAtMs: number
}

/** The steps of a game, in order. */
export async function readSteps(db: Pool, betId: string): Promise<Steps> {
  const step = `jsonb_build_object('step', step, 'by', by, 'ends', ends, 'key', key, 'atMs', ${msOf('at')})`
  const text = `SELECT coalesce(jsonb_agg(${step} ORDER BY step_no), '[]') AS steps,
      (SELECT coalesce(${msOf('restored_at')}, 0) FROM log_position) AS "restoredAtMs"
    FROM step WHERE bet_id = $1`
  const { rows } = await db.query<Steps>({ name: 'read-steps', text, values: [betId] })
  return rows[0] ?? { steps: [], restoredAtMs: 0 }
}

/**
 * Writes the next step of a game. A game that ends is due at `dueAtMs`; the leader looks when another one was idle.
 * @returns false when another writer has written a step with this number
 */
export async function writeStep(
  db: Pool,
  betId: string,
  stepNo: number,
  { step, by, ends, key, atMs }: TakenStep,
  dueAtMs: number,
): Promise<boolean> {
  const given = [betId, stepNo, step === null ? null : JSON.stringify(step), by, ends, key, new Date(atMs)]
  const text = `WITH taken AS (
      INSERT INTO step (bet_id, step_no, step, by, ends, key, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT DO NOTHING RETURNING bet_id, ends
    ), put_off AS (
      UPDATE bet SET due_at = $8 FROM taken WHERE bet.bet_id = taken.bet_id AND settled_at IS NULL AND ends
    ) SELECT FROM taken`
  return (await db.query({ name: 'write-step', text, values: [...given, new Date(dueAtMs)] })).rowCount === 1
}

/** The clocks of two machines differ by less. */
const clockDifferenceMs = 2_000

/** Deletes steps from before a game began: those of a bet with the same id that the ledger lost. */
export async function dropSteps(db: Queryable, betId: string, openedAtMs: number): Promise<void> {
  await db.query('DELETE FROM step WHERE bet_id = $1 AND at < $2', [betId, new Date(openedAtMs - clockDifferenceMs)])
}

/** Deletes a game in progress, with its steps. */
export async function dropGame(db: Queryable, betId: string): Promise<void> {
  const game = 'DELETE FROM bet WHERE bet_id = $1 AND settled_at IS NULL RETURNING bet_id'
  await db.query(`WITH game AS (${game}) DELETE FROM step WHERE bet_id IN (SELECT bet_id FROM game)`, [betId])
}

/** Deletes steps before a moment of games that have ended. The bet keeps its outcome. @returns how many */
export async function purgeSteps(db: Queryable, beforeMs: number, limit: number): Promise<number> {
  const sql = `DELETE FROM step WHERE (bet_id, step_no) IN (
    SELECT bet_id, step_no FROM step JOIN bet USING (bet_id) WHERE at < $1 AND settled_at < $1 ORDER BY at LIMIT $2)`
  return (await db.query(sql, [new Date(beforeMs), limit])).rowCount ?? 0
}
