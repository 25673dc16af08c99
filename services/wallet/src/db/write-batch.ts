import { EntryKind, Game } from '@kismet/contracts'
import { bigints, booleans, hashes, integers, labels, texts, uuids } from '@kismet/service-kit/columns'
import type { QueryConfig } from 'pg'
import type { Account } from '../domain/account.ts'
import { steps } from '../domain/command.ts'
import type { Entry } from '../domain/entry.ts'

/** The state that a batch leaves, for one statement: accounts in the order of their numbers, which is the order in which all writers lock. */
export interface BatchWrite {
  readonly accounts: readonly Account[]
  readonly entries: readonly Entry[]
  /** The writer's own row of the house's accounts. */
  readonly shard: number
}

/** SQLSTATE of a batch whose accounts are not any more as they were read. */
export const staleState = 'KW001'

/** The parameter of that number, in row i. */
const cell = (parameter: number, type: string) => `($${parameter}::${type}[])[i]`

/** The same, of a column of labels, which are sent as their places in the list. */
const labelCell = (parameter: number, labels: readonly string[]) =>
  `('{${labels.join(',')}}'::text[])[${cell(parameter, 'smallint')}]`

/**
 * Rows come as one array a column and are read by subscript, which costs a third of an unnest of so many arrays. Subscripts are quick where all elements have
 * one size: labels travel as numbers, and the notes, which few entries have, as an empty array when no entry of the batch has one.
 */
const write = `WITH moved AS (
  UPDATE account SET
    version = account.version + 1, sequence = ${cell(3, 'integer')}, balance_paise = ${cell(4, 'bigint')}, open_paise = ${cell(5, 'bigint')},
    held_paise = ${cell(6, 'bigint')}, first_deposit_paise = ${cell(7, 'bigint')}, bonus_paise = ${cell(8, 'bigint')},
    bonus_released = ${cell(9, 'boolean')}, counted_paise = ${cell(10, 'bigint')}, activity_day = ${cell(11, 'integer')},
    wagered_day_paise = ${cell(12, 'bigint')}, wagered_week_paise = ${cell(13, 'bigint')}, wagered_month_paise = ${cell(14, 'bigint')},
    lost_day_paise = ${cell(15, 'bigint')}, lost_week_paise = ${cell(16, 'bigint')}, lost_month_paise = ${cell(17, 'bigint')}
  FROM generate_series(1, $40) AS i
  WHERE account.account_no = ${cell(1, 'integer')} AND account.version = ${cell(2, 'bigint')}
  RETURNING 1
), booked AS (
  INSERT INTO entry (
    account_no, sequence, reference, input_hash, step, kind, game, stake_paise, payout_paise,
    balance_side_paise, open_side_paise, held_side_paise, house_side_paise, outside_side_paise, bonus_side_paise,
    balance_after_paise, note, at, shard
  )
  SELECT
    ${cell(18, 'integer')}, ${cell(19, 'integer')}, ${cell(20, 'uuid')}, ${cell(21, 'bigint')},
    ${labelCell(22, steps)}, ${labelCell(23, EntryKind.options)}, ${labelCell(24, Game.options)}, ${cell(25, 'bigint')}, ${cell(26, 'bigint')},
    ${cell(27, 'bigint')}, ${cell(28, 'bigint')}, ${cell(29, 'bigint')}, ${cell(30, 'bigint')}, ${cell(31, 'bigint')}, ${cell(32, 'bigint')},
    ${cell(33, 'bigint')}, ${cell(34, 'text')}, to_timestamp($35::bigint / 1000.0), $36::smallint
  FROM generate_series(1, $41) AS i
), housed AS (
  UPDATE house_account SET house_paise = house_paise + $37, outside_paise = outside_paise + $38, bonus_paise = bonus_paise + $39
  WHERE shard = $36
  RETURNING 1
)
SELECT require_rows((SELECT count(*) FROM moved) + (SELECT count(*) FROM housed), $40 + 1)`

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
      accounts.length,
      entries.length,
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
    labels(steps, entries, (entry) => entry.step),
    labels(EntryKind.options, entries, (entry) => entry.kind),
    labels(Game.options, entries, (entry) => entry.game),
    bigints(entries, (entry) => entry.stakePaise),
    bigints(entries, (entry) => entry.payoutPaise),
    bigints(entries, (entry) => entry.sides.balance),
    bigints(entries, (entry) => entry.sides.open),
    bigints(entries, (entry) => entry.sides.held),
    bigints(entries, (entry) => entry.sides.house),
    bigints(entries, (entry) => entry.sides.outside),
    bigints(entries, (entry) => entry.sides.bonus),
    bigints(entries, (entry) => entry.balanceAfterPaise),
    entries.some(({ note }) => note !== null) ? texts(entries, (entry) => entry.note) : texts([], () => null),
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
