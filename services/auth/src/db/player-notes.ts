import type { PlayerNote } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Admin } from '@kismet/service-kit/tokens'

/** What an admin wrote of a player. */
export interface StoredNote {
  readonly noteNo: number
  readonly kind: PlayerNote['kind']
  readonly text: string
  readonly by: string
  readonly atMs: number
}

const columns = `note_no AS "noteNo", kind, text, admin_name AS by, ${msOf('at')} AS "atMs"`

/** Adds a note; nothing changes it any more. */
export async function addNote(
  transaction: Queryable,
  playerId: string,
  admin: Admin,
  { kind, text, atMs }: Pick<StoredNote, 'kind' | 'text' | 'atMs'>,
): Promise<StoredNote> {
  const { rows } = await transaction.query<StoredNote>(
    `INSERT INTO player_note (player_id, kind, text, admin_id, admin_name, at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${columns}`,
    [playerId, kind, text, admin.id, admin.username, new Date(atMs)],
  )
  const [added] = rows
  if (added === undefined) throw new Error('A note was not added')
  return added
}

/** Notes of a player, newest first, before one of them. */
export async function listNotes(
  db: Queryable,
  playerId: string,
  before: number | undefined,
  limit: number,
): Promise<StoredNote[]> {
  const { rows } = await db.query<StoredNote>(
    `SELECT ${columns} FROM player_note WHERE player_id = $1 AND ($2::bigint IS NULL OR note_no < $2) ORDER BY note_no DESC LIMIT $3`,
    [playerId, before ?? null, limit],
  )
  return rows
}
