import { limits } from '@kismet/contracts'
import type { MinesAutoStopReason } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { firstSetup } from '../domain/auto-run.ts'
import type { AutoSetup } from '../domain/auto-run.ts'

/** A run as it begins. */
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

const asRun = `run || jsonb_build_object('continuedAtMs', ${msOf('continued_at')}, 'status', status, 'stopReason', stop_reason,
  'stoppedAtMs', ${msOf('stopped_at')}) AS run`
const isRun = `player_id = $1 AND run ->> 'runId' = $2`

async function read(db: Queryable, sql: string, values: unknown[]): Promise<AutoRun | undefined> {
  return (await db.query<{ run: AutoRun | null }>(sql, values)).rows[0]?.run ?? undefined
}

/** The player's newest run; undefined before the first and after a reset. */
export const findNewestRun = (db: Queryable, playerId: string): Promise<AutoRun | undefined> =>
  read(db, `SELECT ${asRun} FROM auto_run WHERE player_id = $1`, [playerId])

/** A run while it is the newest. */
export const findRun = (db: Queryable, playerId: string, runId: string): Promise<AutoRun | undefined> =>
  read(db, `SELECT ${asRun} FROM auto_run WHERE ${isRun}`, [playerId, runId])

/**
 * Starts a run. Its setup is also that of the next one. Its first game waits for the pace of the run before.
 * @returns undefined when another run of the player is running
 */
export function insertRun(db: Queryable, run: NewRun): Promise<AutoRun | undefined> {
  const sql = `INSERT INTO auto_run (player_id, setup, run, continued_at, status) VALUES ($1, $2, $3, $4, 'running')
    ON CONFLICT (player_id) DO UPDATE SET setup = excluded.setup, run = excluded.run, continued_at = excluded.continued_at,
      status = excluded.status, stop_reason = NULL, stopped_at = NULL
    WHERE auto_run.status IS DISTINCT FROM 'running' RETURNING ${asRun}`
  const { playerId, setup, startedAtMs } = run
  return read(db, sql, [playerId, JSON.stringify(setup), JSON.stringify(run), new Date(startedAtMs)])
}

/** Ends a run that goes on. @returns the run as it is then: another call may have ended it before; undefined when it is not the newest any more */
export async function endRun(
  db: Queryable,
  { playerId, runId }: Pick<NewRun, 'playerId' | 'runId'>,
  status: 'stopped' | 'error',
  stopReason: MinesAutoStopReason | null,
  atMs: number,
): Promise<AutoRun | undefined> {
  const sql = `UPDATE auto_run SET status = $3, stop_reason = $4, stopped_at = $5 WHERE ${isRun} AND status = 'running'`
  await db.query(sql, [playerId, runId, status, stopReason, new Date(atMs)])
  return findRun(db, playerId, runId)
}

/**
 * Admits the next game of a run, unless a game was admitted less than `everyMs` ago. A next game
 * that is more than `everyMs` away shows that the clock was set back.
 * @returns 0, or how long the game has to wait, in ms; undefined when the run has ended
 */
export async function admitGame(
  db: Queryable,
  { playerId, runId }: Pick<NewRun, 'playerId' | 'runId'>,
  nowMs: number,
): Promise<number | undefined> {
  const { rows } = await db.query<{ isAdmitted: boolean; nextGameAtMs: number }>(
    `UPDATE auto_run SET continued_at = $3,
       next_game_at = CASE WHEN next_game_at > $3 AND next_game_at <= $4 THEN next_game_at ELSE $4 END
     WHERE ${isRun} AND status = 'running'
     RETURNING new.next_game_at <> old.next_game_at AS "isAdmitted", ${msOf('new.next_game_at')} AS "nextGameAtMs"`,
    [playerId, runId, new Date(nowMs), new Date(nowMs + limits.minesAuto.everyMs)],
  )
  const [run] = rows
  return run?.isAdmitted === true ? 0 : run && Math.max(1, run.nextGameAtMs - nowMs)
}

/** Forgets the player's newest run. One that another replica has just started stays. */
export async function resetRuns(db: Queryable, playerId: string): Promise<void> {
  const none = 'run = NULL, continued_at = NULL, status = NULL, stop_reason = NULL, stopped_at = NULL'
  await db.query(`UPDATE auto_run SET ${none} WHERE player_id = $1 AND status <> 'running'`, [playerId])
}

export async function findSetup(db: Queryable, playerId: string): Promise<AutoSetup> {
  const sql = 'SELECT setup FROM auto_run WHERE player_id = $1'
  return (await db.query<{ setup: AutoSetup }>(sql, [playerId])).rows[0]?.setup ?? firstSetup
}

export async function storeSetup(db: Queryable, playerId: string, setup: AutoSetup): Promise<void> {
  const sql = `INSERT INTO auto_run (player_id, setup) VALUES ($1, $2) ON CONFLICT (player_id) DO UPDATE SET setup = excluded.setup`
  await db.query(sql, [playerId, JSON.stringify(setup)])
}
