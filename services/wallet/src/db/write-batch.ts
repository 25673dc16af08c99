import type { QueryConfig } from 'pg'
import type { Account } from '../domain/account.ts'
import type { Entry } from '../domain/entry.ts'
import { bigints, booleans, hashes, integers, texts, uuids } from './columns.ts'

/** The state that a batch leaves, for one statement: accounts in the order of their numbers, which is the order in which all writers lock. */
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
    $1::integer[], $2::bigint[], $3::integer[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::boolean[], $10::bigint[],
    $11::integer[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[]
  ) AS m (
    account_no, version, sequence, balance, open, held, first_deposit, bonus, released, counted,
    day, wagered_day, wagered_week, wagered_month, lost_day, lost_week, lost_month
  )
  WHERE account.account_no = m.account_no AND account.version = m.version
  RETURNING 1
), booked AS (
  INSERT INTO entry (
    account_no, sequence, reference, input_hash, step, kind, game, stake_paise, payout_paise,
    balance_side_paise, open_side_paise, held_side_paise, house_side_paise, outside_side_paise, bonus_side_paise,
    balance_after_paise, note, at, shard
  )
  SELECT e.*, to_timestamp($35::bigint / 1000.0), $36::smallint FROM unnest(
    $18::integer[], $19::integer[], $20::uuid[], $21::bytea[], $22::text[], $23::text[], $24::text[], $25::bigint[], $26::bigint[],
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
  const numbers = new Map(accounts.map(({ playerId, accountNo }) => [playerId, accountNo]))
  return {
    name: 'write',
    text: write,
    values: [
      ...accountColumns(accounts),
      integers(entries, ({ playerId }) => numbers.get(playerId) ?? 0),
      ...entryColumns(entries),
      entries[0]?.atMs ?? 0,
      shard,
      sum('house'),
      sum('outside'),
      sum('bonus'),
      accounts.length + 1,
    ],
  }
}

function accountColumns(accounts: readonly Account[]): Buffer[] {
  return [
    integers(accounts, (account) => account.accountNo),
    bigints(accounts, (account) => account.version),
    integers(accounts, (account) => account.sequence),
    bigints(accounts, (account) => account.balancePaise),
    bigints(accounts, (account) => account.openPaise),
    bigints(accounts, (account) => account.heldPaise),
    bigints(accounts, (account) => account.firstDepositPaise),
    bigints(accounts, (account) => account.bonusPaise),
    booleans(accounts, (account) => account.bonusReleased),
    bigints(accounts, (account) => account.countedPaise),
    integers(accounts, (account) => account.activity.day),
    bigints(accounts, (account) => account.activity.wageredPaise.day),
    bigints(accounts, (account) => account.activity.wageredPaise.week),
    bigints(accounts, (account) => account.activity.wageredPaise.month),
    bigints(accounts, (account) => account.activity.lostPaise.day),
    bigints(accounts, (account) => account.activity.lostPaise.week),
    bigints(accounts, (account) => account.activity.lostPaise.month),
  ]
}

function entryColumns(entries: readonly Entry[]): Buffer[] {
  return [
    integers(entries, (entry) => entry.sequence),
    uuids(entries, (entry) => entry.reference),
    hashes(entries, (entry) => entry.inputHash),
    texts(entries, (entry) => entry.step),
    texts(entries, (entry) => entry.kind),
    texts(entries, (entry) => entry.game),
    bigints(entries, (entry) => entry.stakePaise),
    bigints(entries, (entry) => entry.payoutPaise),
    bigints(entries, (entry) => entry.sides.balance),
    bigints(entries, (entry) => entry.sides.open),
    bigints(entries, (entry) => entry.sides.held),
    bigints(entries, (entry) => entry.sides.house),
    bigints(entries, (entry) => entry.sides.outside),
    bigints(entries, (entry) => entry.sides.bonus),
    bigints(entries, (entry) => entry.balanceAfterPaise),
    texts(entries, (entry) => entry.note),
  ]
}

export type AccountNumber = [playerId: string, accountNo: number]

/** Makes the rows of players who have none yet, empty, and gives their numbers. In the order of their ids, so that no two wait for each other. */
export function openAccountsQuery(playerIds: readonly string[]): QueryConfig & { rowMode: 'array' } {
  return {
    name: 'open-accounts',
    text: `WITH made AS (
        INSERT INTO account (player_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING RETURNING player_id, account_no
      )
      SELECT * FROM made UNION SELECT player_id, account_no FROM account WHERE player_id = ANY ($1::uuid[])`,
    values: [uuids(playerIds.toSorted(), (playerId) => playerId)],
    rowMode: 'array',
  }
}
