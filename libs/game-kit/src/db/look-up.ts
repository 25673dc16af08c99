import type { GameName } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import type { Entries, SeedSource } from '../bet.ts'

/** Whose bets, and the key of the request. */
export interface Question {
  readonly playerId: string
  readonly game: GameName
  readonly keyHash: string
}

/** What the tables say of a player's game. */
export interface Answer {
  readonly ownSeed: string | null
  /** The bet of the key. */
  readonly keyed: Entries | null
  readonly newest: Entries | null
  /** The first commitment, and since when it may be published. */
  readonly first: (SeedSource & { readonly atMs: number }) | null
  /** The table lacks a bet of the player that the service could not read. */
  readonly isUnread: boolean
  /** The newest restore of the ledger. */
  readonly restore: { readonly atMs: number; readonly salt: string } | null
}

const betWhere = (which: string) =>
  `(SELECT jsonb_build_object('placed', placed, 'ended', ended) FROM bet
    WHERE player_id = asked.player_id AND game = asked.game ${which} LIMIT 1)`

const sql = `SELECT
    (SELECT client_seed FROM client_seed WHERE player_id = asked.player_id) AS "ownSeed",
    ${betWhere('AND key_hash = asked.key_hash ORDER BY nonce')} AS keyed,
    ${betWhere('ORDER BY nonce DESC')} AS newest,
    (SELECT jsonb_build_object('version', version, 'epoch', epoch, 'salt', salt, 'atMs', ${msOf('published_at')})
      FROM first_commitment WHERE player_id = asked.player_id AND game = asked.game) AS first,
    EXISTS (SELECT FROM unread_bet WHERE player_id = asked.player_id) AS "isUnread",
    (SELECT jsonb_build_object('atMs', ${msOf('restored_at')}, 'salt', restore_salt)
      FROM log_position WHERE restored_at IS NOT NULL) AS restore
  FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (player_id, game, key_hash, i)
  ORDER BY i`

/** @returns an answer for each question, in their order */
export async function lookUp(db: Pool, questions: readonly Question[]): Promise<Answer[]> {
  const of = (name: keyof Question) => questions.map((question) => question[name])
  const values = [of('playerId'), of('game'), of('keyHash')]
  return (await db.query<Answer>({ name: 'look-up', text: sql, values })).rows
}
