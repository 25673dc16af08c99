import type { Language, PlayerState } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

/** A player as admins see one in a list. Times in ms since the epoch. */
export interface ListedPlayer {
  readonly id: string
  readonly email: string
  readonly state: PlayerState
  readonly verifiedAtMs: number
  readonly lastLoginAtMs: number | null
}

/** A player as admins see one alone. */
export interface ShownPlayer extends ListedPlayer {
  readonly language: Language
  readonly closedAtMs: number | null
  /** Who has suspended the player, when and why; all null when nobody has. */
  readonly suspendedAtMs: number | null
  readonly suspendedBy: string | null
  readonly suspendedFor: string | null
}

/** Which players are asked for; undefined leaves none out. */
export interface PlayerChoice {
  readonly state?: PlayerState | undefined
  readonly limit: number
}

const columns = `player.id, email, CASE WHEN closed_at IS NOT NULL THEN 'closed' WHEN suspended_at IS NOT NULL THEN 'suspended' ELSE 'active' END AS state,
  ${msOf('verified_at')} AS "verifiedAtMs",
  (SELECT ${msOf('created_at')} FROM session WHERE session.player_id = player.id ORDER BY created_at DESC LIMIT 1) AS "lastLoginAtMs"`

const inState: Record<PlayerState, string> = {
  active: 'suspended_at IS NULL AND closed_at IS NULL',
  suspended: 'suspended_at IS NOT NULL AND closed_at IS NULL',
  closed: 'closed_at IS NOT NULL',
}
const isIn = (state: PlayerState | undefined): string => (state === undefined ? 'true' : inState[state])

/** Players whose ids lie between two, both included, those who signed up last first; after the one with the id `after`. */
export async function listPlayersById(
  db: Queryable,
  { from, to }: { readonly from: string; readonly to: string },
  after: string | undefined,
  { state, limit }: PlayerChoice,
): Promise<ListedPlayer[]> {
  const { rows } = await db.query<ListedPlayer>(
    `SELECT ${columns} FROM player WHERE player.id BETWEEN $1 AND $2 AND ($3::uuid IS NULL OR player.id < $3) AND ${isIn(state)}
     ORDER BY player.id DESC LIMIT $4`,
    [from, to, after ?? null, limit],
  )
  return rows
}

/** No character comes after it, and no e-mail has it. */
const last = '\u{10FFFF}'

/** Players whose e-mails begin with a text, by e-mail, after one of them. */
export async function listPlayersByEmail(
  db: Queryable,
  beginning: string,
  after: string | undefined,
  { state, limit }: PlayerChoice,
): Promise<ListedPlayer[]> {
  const { rows } = await db.query<ListedPlayer>(
    `SELECT ${columns} FROM player
     WHERE email COLLATE "C" >= $1 AND email COLLATE "C" < $2 AND email COLLATE "C" > $3 AND ${isIn(state)} ORDER BY email COLLATE "C" LIMIT $4`,
    [beginning, `${beginning}${last}`, after ?? '', limit],
  )
  return rows
}

/** One player; undefined when there is none with that id. */
export async function findShownPlayer(db: Queryable, id: string): Promise<ShownPlayer | undefined> {
  const { rows } = await db.query<ShownPlayer>(
    `SELECT ${columns}, language, ${msOf('closed_at')} AS "closedAtMs", ${msOf('suspended_at')} AS "suspendedAtMs", suspending.admin_name AS "suspendedBy", suspending.text AS "suspendedFor"
     FROM player LEFT JOIN player_note AS suspending ON suspending.note_no = suspension_version AND suspended_at IS NOT NULL
     WHERE player.id = $1`,
    [id],
  )
  return rows[0]
}
