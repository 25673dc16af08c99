import type { GameName } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import type { SeedSource } from '../bet.ts'

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
  readonly keyedId: string | null
  /** The newest bet: its nonce is 0 before the first bet, and then `source` is the first commitment. */
  readonly newestId: string | null
  readonly nonce: number
  readonly isOpen: boolean
  /** The table lacks a bet of the player that the service could not read. */
  readonly isUnread: boolean
  /** The source of the next nonce, and since when it may be published. */
  readonly source: SeedSource | null
  readonly sourceAtMs: number | null
  /** The newest restore of the ledger. */
  readonly restore: { readonly atMs: number; readonly salt: string } | null
}

interface Row extends Omit<Answer, 'source' | 'restore'> {
  readonly i: number
  readonly version: string | null
  readonly epoch: string
  readonly salt: string
  readonly restoredAtMs: number | null
  readonly restoreSalt: string
}

const sql = `SELECT i::integer AS i, own.client_seed AS "ownSeed", keyed.bet_id AS "keyedId", newest.bet_id AS "newestId",
    coalesce(newest.nonce, 0) AS nonce, EXISTS (SELECT FROM unread_bet WHERE player_id = asked.player_id) AS "isUnread", coalesce(newest.is_open, false) AS "isOpen",
    coalesce(newest.version, first.version) AS version, coalesce(newest.epoch, first.epoch) AS epoch,
    coalesce(newest.salt, first.salt) AS salt, ${msOf('coalesce(newest.at, first.published_at)')} AS "sourceAtMs",
    ${msOf('restored.restored_at')} AS "restoredAtMs", restored.salt AS "restoreSalt"
  FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (player_id, game, key_hash, i)
  LEFT JOIN client_seed AS own ON own.player_id = asked.player_id
  LEFT JOIN first_commitment AS first ON first.player_id = asked.player_id AND first.game = asked.game
  LEFT JOIN LATERAL (
    SELECT bet_id FROM bet WHERE player_id = asked.player_id AND game = asked.game AND key_hash = asked.key_hash
    ORDER BY nonce LIMIT 1
  ) AS keyed ON true
  LEFT JOIN LATERAL (
    SELECT bet_id, nonce, settled_at IS NULL AS is_open, next_version AS version, next_epoch AS epoch, next_salt AS salt,
      opened_at AS at
    FROM bet WHERE player_id = asked.player_id AND game = asked.game ORDER BY nonce DESC LIMIT 1
  ) AS newest ON true
  LEFT JOIN LATERAL (SELECT restored_at, salt FROM ledger_restore ORDER BY restored_at DESC LIMIT 1) AS restored ON true`

interface Pending {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

const maxAtOnce = 500

/** Asks the questions of one turn of the event loop in one query. */
export class LookUps {
  readonly #db: Pool
  #pending: Pending[] = []

  constructor(db: Pool) {
    this.#db = db
  }

  find(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#pending.length === 0) setImmediate(() => this.#ask())
      this.#pending.push({ question, resolve, reject })
    })
  }

  #ask(): void {
    const pending = this.#pending
    this.#pending = []
    for (let start = 0; start < pending.length; start += maxAtOnce)
      void this.#query(pending.slice(start, start + maxAtOnce))
  }

  async #query(batch: readonly Pending[]): Promise<void> {
    const of = (name: keyof Question) => batch.map(({ question }) => question[name])
    try {
      const values = [of('playerId'), of('game'), of('keyHash')]
      const { rows } = await this.#db.query<Row>({ name: 'look-up', text: sql, values })
      for (const { i, version, epoch, salt, restoredAtMs, restoreSalt, ...row } of rows)
        batch[i - 1]?.resolve({
          ...row,
          source: version === null ? null : { version, epoch, salt },
          restore: restoredAtMs === null ? null : { atMs: restoredAtMs, salt: restoreSalt },
        })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
