import { msOf } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import { inBatches } from './in-batches.ts'

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

interface GivenStep extends TakenStep {
  readonly betId: string
  readonly stepNo: number
}

export interface StepsOfGame {
  /** In order. */
  readonly steps: readonly TakenStep[]
  /** The newest restore of the ledger, in ms since the epoch; 0 without one. */
  readonly restoredAtMs: number
}

/** Of the connections of the pool. */
const maxReads = 4

/** The steps of all games that last. */
export class StepTable {
  readonly #db: Pool
  readonly #insert: (given: GivenStep) => Promise<boolean>
  /** The steps of a game, by the id of its bet. */
  readonly read: (betId: string) => Promise<StepsOfGame>

  constructor(db: Pool) {
    this.#db = db
    this.#insert = inBatches(1, (given) => insertSteps(db, given))
    this.read = inBatches(maxReads, (betIds) => readSteps(db, betIds))
  }

  /**
   * Writes the next step of a game. A game that ends is due at `dueAtMs`; the leader looks when another one was idle.
   * @returns false when another writer has written a step with this number
   */
  write(betId: string, stepNo: number, taken: TakenStep, dueAtMs: number): Promise<boolean> {
    const given = { betId, stepNo, ...taken }
    return taken.ends ? insertEnd(this.#db, given, dueAtMs) : this.#insert(given)
  }
}

async function readSteps(db: Pool, betIds: readonly string[]): Promise<StepsOfGame[]> {
  const step = `jsonb_build_object('step', step, 'by', by, 'ends', ends, 'key', key, 'atMs', ${msOf('at')})`
  const text = `SELECT
      (SELECT coalesce(jsonb_agg(${step} ORDER BY step_no), '[]') FROM step WHERE bet_id = asked.bet_id) AS steps,
      (SELECT coalesce(${msOf('restored_at')}, 0) FROM log_position) AS "restoredAtMs"
    FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (bet_id, i) ORDER BY i`
  return (await db.query<StepsOfGame>({ name: 'read-steps', text, values: [betIds] })).rows
}

/** Sorted, so that two replicas cannot deadlock. @returns for each step whether it is new */
async function insertSteps(db: Pool, given: readonly GivenStep[]): Promise<boolean[]> {
  const text = `INSERT INTO step (bet_id, step_no, step, by, ends, key, at)
    SELECT bet_id, step_no, step, by, ends, key, at FROM jsonb_to_recordset($1::jsonb) AS given
      (bet_id uuid, step_no smallint, step jsonb, by text, ends boolean, key text, at timestamptz)
    ORDER BY bet_id, step_no
    ON CONFLICT DO NOTHING RETURNING bet_id AS "betId", step_no AS "stepNo"`
  const rows = given.map(({ betId, stepNo, step, by, ends, key, atMs }) => ({
    ...{ bet_id: betId, step_no: stepNo, step, by, ends, key, at: new Date(atMs) },
  }))
  const written = await db.query<Pick<GivenStep, 'betId' | 'stepNo'>>({
    ...{ name: 'insert-steps', text, values: [JSON.stringify(rows)] },
  })
  const isNew = new Set(written.rows.map(({ betId, stepNo }) => `${betId} ${stepNo}`))
  return given.map(({ betId, stepNo }) => isNew.has(`${betId} ${stepNo}`))
}

/** @returns whether the step is new */
async function insertEnd(db: Pool, given: GivenStep, dueAtMs: number): Promise<boolean> {
  const { betId, stepNo, step, by, ends, key, atMs } = given
  const values = [betId, stepNo, step === null ? null : JSON.stringify(step), by, ends, key, new Date(atMs)]
  const text = `WITH taken AS (
      INSERT INTO step (bet_id, step_no, step, by, ends, key, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT DO NOTHING RETURNING bet_id
    ), put_off AS (
      UPDATE bet SET due_at = $8 FROM taken WHERE bet.bet_id = taken.bet_id AND settled_at IS NULL
    ) SELECT FROM taken`
  return (await db.query({ name: 'insert-end', text, values: [...values, new Date(dueAtMs)] })).rowCount === 1
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
