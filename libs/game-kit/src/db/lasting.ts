import type { QueryConfig } from 'pg'
import { bigints, cell, integers, texts, uuids } from '@kismet/service-kit/columns'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Claim, LastingPlay } from '../plays.ts'
import { leasedUntilMs, playColumns, sealedColumns } from './seats.ts'

/** How a play that lasts is to be written: its opening is move 0. */
export interface Move {
  readonly play: Omit<LastingPlay, 'movedAtMs' | 'claim'>
  readonly atMs: number
  /**
   * The new turn of the seat. 'leased': the sender tells the wallet the result. After the opening:
   * the sweep takes the game over when it has been idle. Undefined for a step that does not end the
   * game: unchanged.
   */
  readonly seat: 'leased' | { readonly idleAtMs: number } | undefined
}

/** Each step with its key and its time, which is shorter than with names, because all of them are written with each. */
const stepsText = ({ play }: Move): string => JSON.stringify(play.steps.map(({ step, key, atMs }) => [step, key, atMs]))

/** Writes the steps of a batch. A step that was decided by an older state changes no row. */
const step = `
  UPDATE lasting_play SET moves = ${cell(2, 'integer')}, moved_at = to_timestamp(${cell(3, 'bigint')} / 1000.0), steps = ${cell(4, 'text')}::jsonb
  FROM unnest($1::uuid[]) WITH ORDINALITY AS batch (bet_id, i)
  WHERE lasting_play.bet_id = batch.bet_id AND lasting_play.moves = ${cell(2, 'integer')} - 1 AND lasting_play.ending IS NULL
  RETURNING lasting_play.bet_id`

export function stepQuery(moves: readonly Move[]): QueryConfig & { rowMode: 'array' } {
  return {
    name: 'step',
    text: step,
    values: [
      uuids(moves, ({ play }) => play.betId),
      integers(moves, ({ play }) => play.moves),
      bigints(moves, ({ atMs }) => atMs),
      texts(moves, stepsText),
    ],
    rowMode: 'array',
  }
}

/**
 * Writes the openings and endings of a batch. An entry changes no row when the game has left its
 * seat or has another state. An ending leases the seat, so that the sweep settles the game when the
 * sender dies. A batch has each game once (journal-batch.ts).
 */
const move = `
  WITH moved AS (
    INSERT INTO lasting_play (bet_id, player_id, game, balance_paise, balance_seq, opened_at, moved_at, moves, steps, ending)
    SELECT found.bet_id, found.player_id, found.game, ${cell(4, 'bigint')}, ${cell(5, 'bigint')},
      to_timestamp(${cell(6, 'bigint')} / 1000.0), to_timestamp(${cell(6, 'bigint')} / 1000.0),
      ${cell(7, 'integer')}, ${cell(8, 'text')}::jsonb, ${cell(9, 'text')}::jsonb
    FROM unnest($1::uuid[]) WITH ORDINALITY AS batch (bet_id, i)
    JOIN seat AS found ON found.player_id = ${cell(2, 'uuid')} AND found.game = ${cell(3, 'text')} AND found.bet_id = batch.bet_id
    ON CONFLICT (bet_id) DO UPDATE SET moved_at = excluded.moved_at, moves = excluded.moves, steps = excluded.steps, ending = excluded.ending
      WHERE lasting_play.moves = excluded.moves - 1 AND lasting_play.ending IS NULL
    RETURNING bet_id
  ), given AS (
    UPDATE seat SET attempts = 1, leased_until = to_timestamp(${cell(10, 'bigint')} / 1000.0), retry_at = to_timestamp(${cell(11, 'bigint')} / 1000.0)
    FROM unnest($1::uuid[]) WITH ORDINALITY AS batch (bet_id, i) JOIN moved ON moved.bet_id = batch.bet_id
    WHERE seat.player_id = ${cell(2, 'uuid')} AND seat.game = ${cell(3, 'text')} AND seat.bet_id = batch.bet_id AND ${cell(11, 'bigint')} > 0
  )
  SELECT bet_id FROM moved`

export type MoveRow = [betId: string]

export function moveQuery(moves: readonly Move[]): QueryConfig & { rowMode: 'array' } {
  return {
    name: 'move',
    text: move,
    values: [
      uuids(moves, ({ play }) => play.betId),
      uuids(moves, ({ play }) => play.playerId),
      texts(moves, ({ play }) => play.game),
      bigints(moves, ({ play }) => play.balancePaise),
      bigints(moves, ({ play }) => play.balanceSeq),
      bigints(moves, ({ atMs }) => atMs),
      integers(moves, ({ play }) => play.moves),
      texts(moves, stepsText),
      texts(moves, ({ play }) => (play.ending === null ? null : JSON.stringify(play.ending))),
      bigints(moves, ({ seat, atMs }) => (seat === 'leased' ? leasedUntilMs(atMs) : atMs)),
      bigints(moves, ({ seat, atMs }) => (seat === 'leased' ? leasedUntilMs(atMs) : (seat?.idleAtMs ?? 0))),
    ],
    rowMode: 'array',
  }
}

type Row = Omit<LastingPlay, 'betId' | 'playerId' | 'game' | 'claim' | 'steps'> &
  Omit<Claim, 'nonce'> & {
    readonly nonce: number | null
    readonly steps: readonly [step: unknown, key: string, atMs: number][]
  }

/** A play that lasts, with its claim while its seat holds it; undefined for one whose stake was not taken. */
export async function findLasting(db: Queryable, betId: string): Promise<LastingPlay | undefined> {
  const text = `SELECT ${playColumns}, ${sealedColumns}, ${msOf('opened_at')} AS "openedAtMs", balance_paise AS "balancePaise",
      balance_seq AS "balanceSeq", steps, moves, ${msOf('moved_at')} AS "movedAtMs", ending
    FROM lasting_play LEFT JOIN seat USING (player_id, game, bet_id) WHERE bet_id = $1`
  const [row] = (await db.query<Row>(text, [betId])).rows
  if (row === undefined) return undefined
  const { openedAtMs, balancePaise, balanceSeq, steps: kept, moves, movedAtMs, ending, nonce, ...claim } = row
  const steps = kept.map(([step, key, atMs]) => ({ step, key, atMs }))
  const { playerId, game } = row
  const play = { betId, playerId, game, openedAtMs, balancePaise, balanceSeq, steps, moves, movedAtMs, ending }
  return { ...play, claim: nonce === null ? undefined : { ...claim, nonce } }
}

/**
 * Deletes the steps of games that ended and were recorded before a moment. Games with a returned
 * stake stay, because the log leaves them out by these rows.
 * @returns how many, up to `limit`
 */
export async function purgeLasting(db: Queryable, beforeMs: number, limit: number): Promise<number> {
  const text = `DELETE FROM lasting_play WHERE bet_id IN (
    SELECT lasting.bet_id FROM lasting_play AS lasting JOIN play USING (bet_id)
    WHERE opened_at < $1 AND moved_at < $1 AND ending ->> 'isRefund' = 'false' ORDER BY opened_at LIMIT $2)`
  return (await db.query(text, [new Date(beforeMs), limit])).rowCount ?? 0
}
