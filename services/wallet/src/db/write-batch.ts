import type { QueryConfig } from 'pg'
import type { Account } from '../domain/account.ts'
import type { Entry } from '../domain/entry.ts'
import { arrayOf, textArrayOf } from './array-text.ts'

/** The state that a batch leaves, for one statement: accounts in ascending order of their players. */
export interface BatchWrite {
  readonly accounts: readonly Account[]
  readonly entries: readonly Entry[]
  /** The writer's own row of the house's accounts. */
  readonly shard: number
}

/** SQLSTATE of a batch whose accounts are not any more as they were read. */
export const staleState = 'KW001'

const write = `WITH moved AS (
  UPDATE account SET
    version = account.version + 1, sequence = m.sequence, balance_paise = m.balance, open_paise = m.open, held_paise = m.held,
    first_deposit_paise = m.first_deposit, bonus_paise = m.bonus, bonus_released = m.released, counted_paise = m.counted,
    activity_day = m.day, wagered_day_paise = m.wagered_day, wagered_week_paise = m.wagered_week, wagered_month_paise = m.wagered_month,
    lost_day_paise = m.lost_day, lost_week_paise = m.lost_week, lost_month_paise = m.lost_month
  FROM unnest(
    $1::uuid[], $2::bigint[], $3::integer[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::boolean[], $10::bigint[],
    $11::integer[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[]
  ) AS m (
    player_id, version, sequence, balance, open, held, first_deposit, bonus, released, counted,
    day, wagered_day, wagered_week, wagered_month, lost_day, lost_week, lost_month
  )
  WHERE account.player_id = m.player_id AND account.version = m.version
  RETURNING 1
), booked AS (
  INSERT INTO entry (
    player_id, sequence, reference, input_hash, step, kind, game, stake_paise, payout_paise,
    balance_side_paise, open_side_paise, held_side_paise, house_side_paise, outside_side_paise, bonus_side_paise,
    balance_after_paise, note, at, shard
  )
  SELECT e.*, to_timestamp($35::bigint / 1000.0), $36::smallint FROM unnest(
    $18::uuid[], $19::integer[], $20::uuid[], $21::bytea[], $22::text[], $23::text[], $24::text[], $25::bigint[], $26::bigint[],
    $27::bigint[], $28::bigint[], $29::bigint[], $30::bigint[], $31::bigint[], $32::bigint[], $33::bigint[], $34::text[]
  ) AS e
), housed AS (
  UPDATE house_account SET house_paise = house_paise + $37, outside_paise = outside_paise + $38, bonus_paise = bonus_paise + $39
  WHERE shard = $36
  RETURNING 1
)
SELECT require_rows((SELECT count(*) FROM moved) + (SELECT count(*) FROM housed), $40)`

/** Writes a batch, all of it or nothing, in one statement: one way to the server and one commit. */
export function writeQuery({ accounts, entries, shard }: BatchWrite): QueryConfig {
  const sum = (side: 'house' | 'outside' | 'bonus') => entries.reduce((total, entry) => total + entry.sides[side], 0)
  return {
    name: 'write',
    text: write,
    values: [
      ...accountArrays(accounts),
      ...entryArrays(entries),
      entries[0]?.atMs ?? 0,
      shard,
      sum('house'),
      sum('outside'),
      sum('bonus'),
      accounts.length + 1,
    ],
  }
}

function accountArrays(accounts: readonly Account[]): string[] {
  const column = (value: (account: Account) => number | boolean | string) => arrayOf(accounts.map(value))
  return [
    column((account) => account.playerId),
    column((account) => account.version),
    column((account) => account.sequence),
    column((account) => account.balancePaise),
    column((account) => account.openPaise),
    column((account) => account.heldPaise),
    column((account) => account.firstDepositPaise),
    column((account) => account.bonusPaise),
    column((account) => account.bonusReleased),
    column((account) => account.countedPaise),
    column((account) => account.activity.day),
    column((account) => account.activity.wageredPaise.day),
    column((account) => account.activity.wageredPaise.week),
    column((account) => account.activity.wageredPaise.month),
    column((account) => account.activity.lostPaise.day),
    column((account) => account.activity.lostPaise.week),
    column((account) => account.activity.lostPaise.month),
  ]
}

function entryArrays(entries: readonly Entry[]): string[] {
  const column = (value: (entry: Entry) => number | string) => arrayOf(entries.map(value))
  return [
    column((entry) => entry.playerId),
    column((entry) => entry.sequence),
    column((entry) => entry.reference),
    column((entry) => `"\\\\x${entry.inputHash}"`),
    column((entry) => entry.step),
    column((entry) => entry.kind),
    column((entry) => entry.game ?? 'NULL'),
    column((entry) => entry.stakePaise),
    column((entry) => entry.payoutPaise),
    column((entry) => entry.sides.balance),
    column((entry) => entry.sides.open),
    column((entry) => entry.sides.held),
    column((entry) => entry.sides.house),
    column((entry) => entry.sides.outside),
    column((entry) => entry.sides.bonus),
    column((entry) => entry.balanceAfterPaise),
    textArrayOf(entries.map((entry) => entry.note)),
  ]
}

/** Makes the rows of players who have none yet, empty. */
export function openAccountsQuery(playerIds: readonly string[]): QueryConfig {
  return {
    name: 'open-accounts',
    text: 'INSERT INTO account (player_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING',
    values: [arrayOf(playerIds)],
  }
}
