import { limits } from '@kismet/contracts'
import type { MinesAutoStopReason } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { firstSetup } from '../domain/auto-run.ts'
import type { AutoSetup } from '../domain/auto-run.ts'

interface NewRun {
  readonly runId: string
  readonly playerId: string
  /** The session that started the run. */
  readonly sessionId: string
  readonly setup: AutoSetup
  readonly startingBalancePaise: number
  readonly startedAtMs: number
}

export interface AutoRun extends NewRun {
  readonly continuedAtMs: number
  readonly status: 'running' | 'stopped' | 'error'
  readonly stopReason: MinesAutoStopReason | null
  readonly stoppedAtMs: number | null
}

/** Each column of a run, as it is read. */
const columns = `run_id AS "runId", player_id AS "playerId", session_id AS "sessionId", setup,
  starting_balance_paise AS "startingBalancePaise", ${msOf('started_at')} AS "startedAtMs",
  ${msOf('continued_at')} AS "continuedAtMs", status, stop_reason AS "stopReason", ${msOf('stopped_at')} AS "stoppedAtMs"`

/** SQL condition of the newest run of player $1. */
const isNewest = 'run_id = (SELECT run_id FROM auto_run WHERE player_id = $1 ORDER BY run_no DESC LIMIT 1)'

async function find(db: Queryable, which: string, id: string): Promise<AutoRun | undefined> {
  return (await db.query<AutoRun>(`SELECT ${columns} FROM auto_run WHERE ${which}`, [id])).rows[0]
}

/** The player's newest run; undefined after a reset. */
export const findNewestRun = (db: Queryable, playerId: string): Promise<AutoRun | undefined> =>
  find(db, `${isNewest} AND NOT is_reset`, playerId)

export const findRun = (db: Queryable, runId: string): Promise<AutoRun | undefined> => find(db, 'run_id = $1', runId)

const { everyMs } = limits.minesAuto

/**
 * Starts a run. Its first game waits for the pace of the run before, and at most `everyMs`: a clock
 * may have been set back.
 * @returns undefined when another run of the player is running
 */
export async function insertRun(
  db: Queryable,
  { runId, playerId, sessionId, setup, startingBalancePaise, startedAtMs }: NewRun,
): Promise<AutoRun | undefined> {
  const { rows } = await db.query<AutoRun>(
    `INSERT INTO auto_run (player_id, run_id, session_id, setup, starting_balance_paise, started_at, continued_at, next_game_at, status)
     SELECT $1::uuid, $2, $3, $4, $5, $6, $6,
       coalesce((SELECT greatest($6, least(next_game_at, $7::timestamptz)) FROM auto_run WHERE ${isNewest}), $6::timestamptz), 'running'
     ON CONFLICT DO NOTHING RETURNING ${columns}`,
    [
      ...[playerId, runId, sessionId, JSON.stringify(setup), startingBalancePaise],
      ...[new Date(startedAtMs), new Date(startedAtMs + everyMs)],
    ],
  )
  return rows[0]
}

/** Ends a run that goes on. @returns the run as it is then: another call may have ended it before */
export async function endRun(
  db: Queryable,
  runId: string,
  status: 'stopped' | 'error',
  stopReason: MinesAutoStopReason | null,
  atMs: number,
): Promise<AutoRun | undefined> {
  const sql = `UPDATE auto_run SET status = $2, stop_reason = $3, stopped_at = $4 WHERE run_id = $1 AND status = 'running'`
  await db.query(sql, [runId, status, stopReason, new Date(atMs)])
  return findRun(db, runId)
}

/**
 * Admits the next game of a run, unless a game was admitted less than `everyMs` ago. A next game
 * that is more than `everyMs` away shows that the clock was set back.
 * @returns 0, or how long the game has to wait, in ms; undefined when the run has ended
 */
export async function admitGame(db: Queryable, runId: string, nowMs: number): Promise<number | undefined> {
  const { rows } = await db.query<{ isAdmitted: boolean; nextGameAtMs: number }>(
    `UPDATE auto_run SET continued_at = $2,
       next_game_at = CASE WHEN next_game_at > $2 AND next_game_at <= $3 THEN next_game_at ELSE $3 END
     WHERE run_id = $1 AND status = 'running'
     RETURNING new.next_game_at <> old.next_game_at AS "isAdmitted", ${msOf('new.next_game_at')} AS "nextGameAtMs"`,
    [runId, new Date(nowMs), new Date(nowMs + everyMs)],
  )
  const [run] = rows
  return run?.isAdmitted === true ? 0 : run && Math.max(1, run.nextGameAtMs - nowMs)
}

/** Deletes runs that ended before `beforeMs`. @returns the number of deleted runs, at most `limit` */
export async function purgeRuns(db: Queryable, beforeMs: number, limit: number): Promise<number> {
  const sql = `DELETE FROM auto_run WHERE run_id IN (SELECT run_id FROM auto_run WHERE stopped_at < $1 ORDER BY stopped_at LIMIT $2)`
  return (await db.query(sql, [new Date(beforeMs), limit])).rowCount ?? 0
}

/** Hides the player's newest run, and so all earlier runs. A run that another replica has just started stays visible. */
export async function resetRuns(db: Queryable, playerId: string): Promise<void> {
  await db.query(`UPDATE auto_run SET is_reset = true WHERE ${isNewest} AND status <> 'running'`, [playerId])
}

export async function findSetup(db: Queryable, playerId: string): Promise<AutoSetup> {
  const sql = 'SELECT setup FROM auto_setup WHERE player_id = $1'
  return (await db.query<{ setup: AutoSetup }>(sql, [playerId])).rows[0]?.setup ?? firstSetup
}

export async function storeSetup(db: Queryable, playerId: string, setup: AutoSetup): Promise<void> {
  const sql = `INSERT INTO auto_setup (player_id, setup) VALUES ($1, $2) ON CONFLICT (player_id) DO UPDATE SET setup = excluded.setup`
  await db.query(sql, [playerId, JSON.stringify(setup)])
}
