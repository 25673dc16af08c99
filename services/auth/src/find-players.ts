import { Id } from '@kismet/contracts'
import type { adminListPlayers, Input } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import { listPlayersByEmail, listPlayersById } from './db/player-lists.ts'
import type { ListedPlayer } from './db/player-lists.ts'
import { findProfile } from './db/players.ts'
import { everyId, idsThatBegin } from './domain/id-range.ts'

/**
 * A page of the players that are looked for: by how an id begins where that finds somebody, else by how an e-mail does; without words all, those who signed up last
 * first. The cursor is the last one who was shown.
 * @throws Refusal `invalid_request` for a cursor that is none
 */
export async function findPlayers(
  db: Queryable,
  { search = '', state, limit, cursor }: Input<typeof adminListPlayers>,
): Promise<{ readonly page: readonly ListedPlayer[]; readonly nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : await lastShown(db, cursor)
  const choice = { state, limit: limit + 1 }
  const words = search.toLowerCase()
  const ids = words === '' ? everyId : idsThatBegin(words)
  const byId = ids === undefined ? [] : await listPlayersById(db, ids, after?.id, choice)
  const found = byId.length > 0 || words === '' ? byId : await listPlayersByEmail(db, words, after?.email, choice)
  const page = found.slice(0, limit)
  return { page, nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null }
}

async function lastShown(db: Queryable, cursor: string): Promise<{ readonly id: string; readonly email: string }> {
  const shown = Id.safeParse(cursor).success ? await findProfile(db, cursor) : undefined
  if (shown === undefined) throw new Refusal('invalid_request', 'The cursor is not valid.')
  return { id: cursor, email: shown.email }
}
