import type { MinesAutoStopReason } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { AutoSetup, Progress } from '../domain/auto-run.ts'

export interface AutoRun extends Progress {
  readonly runId: string
  readonly playerId: string
  /** The session that started the run. */
  readonly sessionId: string
  readonly setup: AutoSetup
  readonly startingBalancePaise: number
  readonly startedAtMs: number
  /** The nonce before the first game of the run. */
  readonly afterNonce: number
  /** The sums of the run include the games up to this nonce. */
  readonly countedTo: number
  readonly continuedAtMs: number
  readonly nextGameAtMs: number
  readonly status: 'running' | 'stopped' | 'error'
  readonly stopReason: MinesAutoStopReason | null
  readonly stoppedAtMs: number | null
}

const selectRun = `SELECT run_id AS "runId", player_id AS "playerId", session_id AS "sessionId", setup, starting_balance_paise AS "startingBalancePaise",
  ${msOf('started_at')} AS "startedAtMs", after_nonce AS "afterNonce", counted_to AS "countedTo", bets_played AS "betsPlayed", wins,
  total_profit_paise AS "totalProfitPaise", current_balance_paise AS "balancePaise", ${msOf('continued_at')} AS "continuedAtMs",
  ${msOf('next_game_at')} AS "nextGameAtMs", status, stop_reason AS "stopReason", ${msOf('stopped_at')} AS "stoppedAtMs" FROM auto_run`

/** SQL condition of a player's newest run. The database reads one entry of an index. */
const isNewest = (player: string) =>
  `run_id = (SELECT run_id FROM auto_run WHERE player_id = ${player}::uuid ORDER BY started_at DESC, run_id DESC LIMIT 1)`

/** The player's newest run; undefined after a reset. */
export async function findNewestRun(db: Queryable, playerId: string): Promise<AutoRun | undefined> {
  return (await db.query<AutoRun>(`${selectRun} WHERE ${isNewest('$1')} AND NOT is_reset`, [playerId])).rows[0]
}

export async function findRun(db: Queryable, runId: string): Promise<AutoRun | undefined> {
  return (await db.query<AutoRun>(`${selectRun} WHERE run_id = $1`, [runId])).rows[0]
}

/**
 * Starts a run after the player's previous run, also when the clock was set back. Its first game
 * starts at most `everyMs` from now. A previous run that admitted no game is deleted. A run that
 * admitted a game stays, because the game may be in progress and gets its answer from the run.
 * @returns false when another run of the player is running
 */
export async function insertRun(db: Queryable, run: AutoRun, everyMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH last AS (SELECT run_id, started_at, next_game_at FROM auto_run WHERE ${isNewest('$2')}),
     unplayed AS (
       DELETE FROM auto_run WHERE run_id = (SELECT run_id FROM last) AND status <> 'running' AND games_admitted = 0
     ) INSERT INTO auto_run (
       run_id, player_id, session_id, setup, starting_balance_paise, started_at, after_nonce, counted_to, current_balance_paise, continued_at, next_game_at,
       games_admitted, status
     ) SELECT $1, $2::uuid, $3, $4, $5, greatest($6::timestamptz, (SELECT started_at + interval '1 ms' FROM last)), $7, $7, $5, $6,
       greatest($6, least(coalesce((SELECT next_game_at FROM last), $6), $8)), 0, 'running'
     ON CONFLICT DO NOTHING`,
    [
      ...[run.runId, run.playerId, run.sessionId, JSON.stringify(run.setup), run.startingBalancePaise],
      ...[new Date(run.startedAtMs), run.afterNonce, new Date(run.startedAtMs + everyMs)],
    ],
  )
  return rowCount === 1
}

/**
 * Saves the counted games and the end of a run.
 * @returns false when another replica has counted a game or ended the run since `read`. The run stays
 * unchanged.
 */
export async function saveRun(db: Queryable, read: AutoRun, now: AutoRun): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE auto_run SET counted_to = $3, bets_played = $4, wins = $5, total_profit_paise = $6, current_balance_paise = $7, status = $8, stop_reason = $9, stopped_at = $10
     WHERE run_id = $1 AND counted_to = $2 AND status = $11`,
    [
      ...[read.runId, read.countedTo, now.countedTo, now.betsPlayed, now.wins, now.totalProfitPaise, now.balancePaise],
      ...[now.status, now.stopReason, now.stoppedAtMs === null ? null : new Date(now.stoppedAtMs), read.status],
    ],
  )
  return rowCount === 1
}

/**
 * Admits the next game of a run, unless a game was admitted less than `everyMs` ago. A next game that
 * is more than `everyMs` away shows that the clock was set back. Both answers record that the run was continued.
 * @returns whether the game is admitted, and when the next game may start
 */
export async function admitGame(
  db: Queryable,
  runId: string,
  nowMs: number,
  everyMs: number,
): Promise<{ readonly isAdmitted: boolean; readonly nextGameAtMs: number }> {
  const now = new Date(nowMs)
  const next = new Date(nowMs + everyMs)
  const admitted = await db.query(
    `UPDATE auto_run SET continued_at = $2, next_game_at = $3, games_admitted = games_admitted + 1
     WHERE run_id = $1 AND status = 'running' AND (next_game_at <= $2 OR next_game_at > $3)`,
    [runId, now, next],
  )
  if (admitted.rowCount === 1) return { isAdmitted: true, nextGameAtMs: next.getTime() }
  const { rows } = await db.query<{ nextGameAtMs: number }>(
    `UPDATE auto_run SET continued_at = $2 WHERE run_id = $1 RETURNING ${msOf('next_game_at')} AS "nextGameAtMs"`,
    [runId, now],
  )
  return { isAdmitted: false, nextGameAtMs: rows[0]?.nextGameAtMs ?? nowMs }
}

/** Cancels the admission of a game that will never start. */
export async function returnAdmission(
  db: Queryable,
  runId: string,
  nextGameAtMs: number,
  nowMs: number,
): Promise<void> {
  const sql = `UPDATE auto_run SET games_admitted = games_admitted - 1, next_game_at = CASE WHEN next_game_at = $2 THEN $3 ELSE next_game_at END WHERE run_id = $1`
  await db.query(sql, [runId, new Date(nextGameAtMs), new Date(nowMs)])
}

/**
 * Deletes runs that ended before `beforeMs`. A player's earlier run ended earlier, so the newest run is deleted last.
 * @returns the number of deleted runs, at most `limit`
 */
export async function purgeRuns(db: Queryable, beforeMs: number, limit: number): Promise<number> {
  const sql = `DELETE FROM auto_run WHERE run_id IN (SELECT run_id FROM auto_run WHERE stopped_at < $1 ORDER BY stopped_at LIMIT $2)`
  return (await db.query(sql, [new Date(beforeMs), limit])).rowCount ?? 0
}

/** Hides the player's newest run, and so all earlier runs. A run that another replica has just started is running and stays visible. */
export async function resetRuns(db: Queryable, playerId: string): Promise<void> {
  await db.query(`UPDATE auto_run SET is_reset = true WHERE ${isNewest('$1')} AND status <> 'running'`, [playerId])
}

export async function findSetup(db: Queryable, playerId: string): Promise<AutoSetup | undefined> {
  const sql = 'SELECT setup FROM auto_setup WHERE player_id = $1'
  return (await db.query<{ setup: AutoSetup }>(sql, [playerId])).rows[0]?.setup
}

export async function storeSetup(db: Queryable, playerId: string, setup: AutoSetup): Promise<void> {
  const sql = `INSERT INTO auto_setup (player_id, setup) VALUES ($1, $2) ON CONFLICT (player_id) DO UPDATE SET setup = excluded.setup`
  await db.query(sql, [playerId, JSON.stringify(setup)])
}
