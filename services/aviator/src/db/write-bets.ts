import { volatilityDivisors } from '@kismet/fairness'
import { addReturns } from '@kismet/game-kit/returns'
import { bigints, booleans, cell, integers, texts, uuids } from '@kismet/service-kit/columns'
import type { QueryConfig } from 'pg'
import type { Bet, Decision } from '../domain/book.ts'

/** What the wallet has booked for the end of a bet. */
export interface Booking {
  readonly balancePaise: number
  readonly balanceSeq: number
  readonly bonusReleased: boolean
  /** In the clock of the world. */
  readonly settledAtMs: number
}

/** The end of a bet, as it is stored. */
export interface EndedBet extends Booking {
  readonly bet: Bet
  readonly status: 'cashed_out' | 'lost' | 'refunded'
}

const rows = (parameter: number) => `generate_series(1, $${parameter}::integer) AS i`
const timeOf = (parameter: number) => `to_timestamp(${cell(parameter, 'bigint')} / 1000.0)`

/**
 * Each of these can be repeated after a lost connection: written rows stay as they are. The
 * required status is a parameter, so that PostgreSQL finds each bet by its id. With the status in
 * the text it would read the index of all unsettled bets for each bet.
 */
export function askedQuery(bets: readonly Bet[]): QueryConfig {
  return {
    name: 'bets asked',
    text: `INSERT INTO bet (bet_id, round_number, player_id, name, stake_paise, target_hundredths, client_seed, client_seed_by_player, placed_at, status)
      SELECT ${cell(1, 'uuid')}, ${cell(2, 'bigint')}, ${cell(3, 'uuid')}, ${cell(4, 'text')}, ${cell(5, 'bigint')}, nullif(${cell(6, 'integer')}, 0),
        ${cell(7, 'text')}, ${cell(8, 'boolean')}, ${timeOf(9)}, 'asked'
      FROM ${rows(10)} ON CONFLICT (bet_id) DO NOTHING`,
    values: [
      uuids(bets, ({ betId }) => betId),
      bigints(bets, ({ roundNumber }) => roundNumber),
      uuids(bets, ({ playerId }) => playerId),
      texts(bets, ({ name }) => name),
      bigints(bets, ({ stakePaise }) => stakePaise),
      integers(bets, ({ targetHundredths }) => targetHundredths ?? 0),
      texts(bets, ({ clientSeed }) => clientSeed),
      booleans(bets, ({ clientSeedByPlayer }) => clientSeedByPlayer),
      bigints(bets, ({ placedAtMs }) => placedAtMs),
      bets.length,
    ],
  }
}

export function openedQuery(bets: readonly Bet[]): QueryConfig {
  return {
    name: 'bets opened',
    text: `UPDATE bet SET status = 'open', place = new.place FROM (SELECT ${cell(1, 'uuid')} AS bet_id, ${cell(2, 'integer')} AS place FROM ${rows(3)}) AS new
      WHERE bet.bet_id = new.bet_id AND status = $4`,
    values: [uuids(bets, ({ betId }) => betId), integers(bets, ({ place }) => place ?? 0), bets.length, 'asked'],
  }
}

export function releasedQuery(bets: readonly Bet[]): QueryConfig {
  return {
    name: 'bets released',
    text: `UPDATE bet SET status = 'released' WHERE bet_id = ANY ($1) AND status = 'asked'`,
    values: [uuids(bets, ({ betId }) => betId)],
  }
}

export function droppedQuery(bets: readonly Bet[]): QueryConfig {
  return {
    name: 'bets dropped',
    text: `DELETE FROM bet WHERE bet_id = ANY ($1) AND status IN ('asked', 'released')`,
    values: [uuids(bets, ({ betId }) => betId)],
  }
}

type DecidedBet = Bet & { readonly decision: Decision }
const isDecided = (bet: Bet): bet is DecidedBet => bet.decision !== null

export function decidedQuery(all: readonly Bet[]): QueryConfig {
  const bets = all.filter(isDecided)
  return {
    name: 'bets decided',
    text: `UPDATE bet SET status = 'decided', multiplier_hundredths = new.multiplier, payout_paise = new.payout, auto = new.auto, received_at_ms = new.received_at
      FROM (SELECT ${cell(1, 'uuid')} AS bet_id, ${cell(2, 'integer')} AS multiplier, ${cell(3, 'bigint')} AS payout,
        ${cell(4, 'boolean')} AS auto, ${cell(5, 'bigint')} AS received_at FROM ${rows(6)}) AS new
      WHERE bet.bet_id = new.bet_id AND status = $7`,
    values: [
      uuids(bets, ({ betId }) => betId),
      integers(bets, ({ decision }) => decision.multiplierHundredths),
      bigints(bets, ({ decision }) => decision.payoutPaise),
      booleans(bets, ({ decision }) => decision.auto),
      bigints(bets, ({ decision }) => decision.receivedAtMs),
      bets.length,
      'open',
    ],
  }
}

/** The published return of a bet of a mode: 1 - 1 / divisor, wherever it is cashed out (docs/concepts/fairness.md). */
const theory = `CASE volatility_mode ${Object.entries(volatilityDivisors)
  .map(([mode, divisor]) => `WHEN '${mode}' THEN 1 - 1 / ${divisor}::float8`)
  .join(' ')} END`

/** A bet that won or lost is counted in the returns with it. */
export function endedQuery(bets: readonly EndedBet[]): QueryConfig {
  return {
    name: 'bets ended',
    text: `WITH ended AS (
        UPDATE bet SET status = told.status, balance_paise = told.balance, balance_seq = told.seq, bonus_released = told.bonus, settled_at = told.at
        FROM (SELECT ${cell(1, 'uuid')} AS bet_id, ${cell(2, 'text')} AS status, ${cell(3, 'bigint')} AS balance, ${cell(4, 'bigint')} AS seq,
          ${cell(5, 'boolean')} AS bonus, ${timeOf(6)} AS at FROM ${rows(7)}) AS told
        WHERE bet.bet_id = told.bet_id AND bet.status = ANY ($8::text[])
        RETURNING bet.status, round_number, stake_paise, payout_paise, settled_at
      ), counted AS (
        SELECT 'aviator' AS game, volatility_mode AS setting, settled_at, stake_paise, payout_paise, ${theory} AS theory
        FROM ended JOIN round USING (round_number) WHERE status <> 'refunded'
      ) ${addReturns('counted')}`,
    values: [
      uuids(bets, ({ bet }) => bet.betId),
      texts(bets, ({ status }) => status),
      bigints(bets, ({ balancePaise }) => balancePaise),
      bigints(bets, ({ balanceSeq }) => balanceSeq),
      booleans(bets, ({ bonusReleased }) => bonusReleased),
      bigints(bets, ({ settledAtMs }) => settledAtMs),
      bets.length,
      ['open', 'decided'],
    ],
  }
}
