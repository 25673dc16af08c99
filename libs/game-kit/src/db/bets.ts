import type { GameName } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { isSettled } from '../bet.ts'
import type { Bet, Entries, SettledBet } from '../bet.ts'
import { gameOf } from '../game.ts'
import { betOf } from '../recorded-bet.ts'
import type { Parts } from '../recorded-bet.ts'
import { addReturns } from '../returns.ts'

/** What it takes to read bets: the rest of a bet is computed from its entries. */
export type Reader = Parts & { readonly db: Queryable }

/** @param which an SQL condition, with its order and limit @throws Error for a bet that this release cannot compute */
export async function findBets(ctx: Reader, which: string, values: readonly unknown[]): Promise<Bet[]> {
  const { rows } = await ctx.db.query<Entries>(`SELECT placed, ended FROM bet WHERE ${which}`, [...values])
  return rows.map((entries) => betOf(ctx, entries))
}

export async function findBet(ctx: Reader, betId: string): Promise<Bet | undefined> {
  return (await findBets(ctx, 'bet_id = $1', [betId]))[0]
}

/** The newest settled bets of a player's game, newest first. */
export async function findNewest(ctx: Reader, playerId: string, game: GameName, limit: number): Promise<SettledBet[]> {
  const which = 'player_id = $1 AND game = $2 AND settled_at IS NOT NULL ORDER BY nonce DESC LIMIT $3'
  return (await findBets(ctx, which, [playerId, game, limit])).filter(isSettled)
}

/** The ids of bets in progress that are due, the most overdue first. */
export async function findDue(db: Queryable, nowMs: number, limit: number): Promise<string[]> {
  const sql = 'SELECT bet_id AS id FROM bet WHERE settled_at IS NULL AND due_at <= $1 ORDER BY due_at LIMIT $2'
  return (await db.query<{ id: string }>(sql, [new Date(nowMs), limit])).rows.map(({ id }) => id)
}

/** Puts a bet in progress off: it is due again at `dueAtMs`. */
export async function setDue(db: Queryable, betId: string, dueAtMs: number): Promise<void> {
  await db.query('UPDATE bet SET due_at = $2 WHERE bet_id = $1 AND settled_at IS NULL', [betId, new Date(dueAtMs)])
}

/**
 * A settled bet is not written over by an open one: a page of the log may be read again. A bet is
 * counted in the returns with the write that ends it.
 */
const write = `
  WITH given AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS bet (
      bet_id uuid, player_id uuid, game text, nonce bigint, key_hash text, params jsonb, opened_at timestamptz,
      settled_at timestamptz, due_at timestamptz, placed jsonb, ended jsonb,
      setting text, stake_paise bigint, payout_paise bigint, theory float8
    )
  ), written AS (
    INSERT INTO bet (bet_id, player_id, game, nonce, key_hash, params, opened_at, settled_at, due_at, placed, ended)
    SELECT bet_id, player_id, game, nonce, key_hash, params, opened_at, settled_at, due_at, placed, ended FROM given
    ON CONFLICT (bet_id) DO UPDATE SET player_id = excluded.player_id, game = excluded.game, nonce = excluded.nonce,
      key_hash = excluded.key_hash, params = excluded.params, opened_at = excluded.opened_at,
      settled_at = excluded.settled_at, due_at = excluded.due_at, placed = excluded.placed, ended = excluded.ended
    WHERE bet.settled_at IS NULL OR excluded.settled_at IS NOT NULL
    RETURNING new.bet_id, old.settled_at AS ended_before
  )
  ${addReturns('given JOIN written USING (bet_id) WHERE theory IS NOT NULL AND ended_before IS NULL')}`

/** Writes bets as they are now. @param dueAtMs when a bet in progress is due, in ms since the epoch */
export async function writeBets(
  { db, games }: Reader,
  bets: readonly Bet[],
  dueAtMs: (bet: Bet) => number,
): Promise<void> {
  if (bets.length === 0) return
  const rows = bets.map((bet) => {
    const { betId, playerId, game, nonce, keyHash, params, openedAtMs, placed } = bet
    return {
      ...{ bet_id: betId, player_id: playerId, game, nonce, key_hash: keyHash, params, placed },
      ...{ opened_at: new Date(openedAtMs), due_at: new Date(dueAtMs(bet)) },
      ...(isSettled(bet) ? endOf(games, bet) : {}),
    }
  })
  await db.query({ name: 'write-bets', text: write, values: [JSON.stringify(rows)] })
}

function endOf(games: Parts['games'], bet: SettledBet) {
  const { stakePaise, payoutPaise, settledAtMs, placed, ended, isRefund, source } = bet
  const game = gameOf({ games }, bet)
  const rtp = game.versions[source.version]?.rtp(game.params.parse(bet.params))
  const theory = rtp === undefined || isRefund ? null : Number(rtp.numerator) / Number(rtp.denominator)
  return {
    ...{ settled_at: new Date(settledAtMs), ended: ended === placed ? null : ended },
    ...{ setting: game.variant ?? '', stake_paise: stakePaise, payout_paise: payoutPaise, theory },
  }
}
