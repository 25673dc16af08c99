import type { PlayerIdentity, PlayerNote, PlayerRow, PlayerState } from '@kismet/contracts'
import { isoOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Admin } from '@kismet/service-kit/tokens'
import { livesAt } from './sessions.ts'

const columns = `player.id AS "_id", email, NULL AS username, state, ${isoOf('verified_at')} AS "verifiedAt",
  (SELECT ${isoOf('max(created_at)')} FROM session WHERE session.player_id = player.id) AS "lastLoginAt"`

export interface PlayerSearch {
  /** How an e-mail begins in lower case, or at least 8 digits of how an id does. Empty for all players. */
  readonly search: string
  readonly state: PlayerState | undefined
  /** When players signed up: from then, and before then. */
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
  /** Only players who signed up before the player with this id. */
  readonly before: string | undefined
  readonly limit: number
}

const dateOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms))

/** Players, those who signed up last first. */
export async function listPlayers(
  db: Queryable,
  { search, state, before, limit, ...signUps }: PlayerSearch,
): Promise<PlayerRow[]> {
  const digits = search.replaceAll('-', '')
  const { rows } = await db.query<PlayerRow>(
    `SELECT ${columns} FROM player
     WHERE ($1 = '' OR email COLLATE "C" ^@ $1 OR id BETWEEN rpad($2, 32, '0')::uuid AND rpad($2, 32, 'f')::uuid)
       AND ($3::text IS NULL OR state = $3) AND ($4::uuid IS NULL OR id < $4)
       AND ($6::timestamptz IS NULL OR verified_at >= $6) AND ($7::timestamptz IS NULL OR verified_at < $7)
     ORDER BY id DESC LIMIT $5`,
    [
      search,
      /^[0-9a-f]{8,32}$/.test(digits) ? digits : null,
      state ?? null,
      before ?? null,
      limit,
      dateOf(signUps.fromMs),
      dateOf(signUps.untilMs),
    ],
  )
  return rows
}

/** A player in the form of the contracts. */
export async function findIdentity(db: Queryable, id: string, nowMs: number): Promise<PlayerIdentity | undefined> {
  const { rows } = await db.query<PlayerIdentity>(
    `SELECT ${columns}, language, ${isoOf('closed_at')} AS "closedAt",
       CASE WHEN suspended_at IS NOT NULL
         THEN jsonb_build_object('by', admin_name, 'reason', text, 'at', ${isoOf('suspended_at')}) END AS suspension,
       (SELECT count(*) FROM session WHERE player_id = player.id AND ${livesAt('$2')}) AS sessions
     FROM player LEFT JOIN player_note ON note_no = suspension_version WHERE player.id = $1`,
    [id, new Date(nowMs)],
  )
  return rows[0]
}

const noteColumns = `note_no::text AS "_id", kind, text, admin_name AS by, ${isoOf('at')} AS at`

/** Adds a note. Notes are never changed. */
export async function addNote(
  transaction: Queryable,
  playerId: string,
  admin: Admin,
  { kind, text, atMs }: Pick<PlayerNote, 'kind' | 'text'> & { readonly atMs: number },
): Promise<PlayerNote> {
  const { rows } = await transaction.query<PlayerNote>(
    `INSERT INTO player_note (player_id, kind, text, admin_id, admin_name, at) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING ${noteColumns}`,
    [playerId, kind, text, admin.id, admin.username, new Date(atMs)],
  )
  const [added] = rows
  if (added === undefined) throw new Error('A note was not added')
  return added
}

/** Notes of a player, newest first. @param before only notes with a lower number */
export async function listNotes(
  db: Queryable,
  playerId: string,
  before: string | undefined,
  limit: number,
): Promise<PlayerNote[]> {
  const { rows } = await db.query<PlayerNote>(
    `SELECT ${noteColumns} FROM player_note WHERE player_id = $1 AND ($2::bigint IS NULL OR note_no < $2)
     ORDER BY note_no DESC LIMIT $3`,
    [playerId, before ?? null, limit],
  )
  return rows
}
