import { EntryKind, Game } from '@kismet/contracts'
import { bigints, cell, hashes, integers, labels, texts, uuids } from '@kismet/service-kit/columns'
import type { QueryConfig } from 'pg'
import type { Account } from '../domain/account.ts'
import { steps } from '../domain/steps.ts'
import type { Entry } from '../domain/entry.ts'
import { accountArrays, writtenColumns } from './account-columns.ts'

/** The writes of a batch for one statement. Accounts are sorted by number, because all writers lock in this order. */
export interface BatchWrite {
  readonly accounts: readonly Account[]
  readonly entries: readonly Entry[]
  /** The writer's own row of the house's accounts. */
  readonly shard: number
}

/** SQLSTATE of a batch whose accounts have changed since the read. */
export const staleState = 'KW001'

/** A cell of a column of labels, which are sent as their places in the list. */
const labelled = (labels: readonly string[]) => (parameter: number) =>
  `('{${labels.join(',')}}'::text[])[${cell(parameter, 'smallint')}]`

const typed = (type: string) => (parameter: number) => cell(parameter, type)

/** A column of an entry: its name, how it is read from its parameter, and how it is sent. */
const entryColumns: readonly (readonly [
  name: string,
  read: (parameter: number) => string,
  send: (entries: readonly Entry[]) => Buffer,
])[] = [
  ['sequence', typed('integer'), (rows) => integers(rows, (entry) => entry.sequence)],
  ['reference', typed('uuid'), (rows) => uuids(rows, (entry) => entry.reference)],
  ['input_hash', typed('bigint'), (rows) => hashes(rows, (entry) => entry.inputHash)],
  ['step', labelled(steps), (rows) => labels(steps, rows, (entry) => entry.step)],
  ['kind', labelled(EntryKind.options), (rows) => labels(EntryKind.options, rows, (entry) => entry.kind)],
  ['game', labelled(Game.options), (rows) => labels(Game.options, rows, (entry) => entry.game)],
  ['stake_paise', typed('bigint'), (rows) => bigints(rows, (entry) => entry.stakePaise)],
  ['payout_paise', typed('bigint'), (rows) => bigints(rows, (entry) => entry.payoutPaise)],
  ['balance_side_paise', typed('bigint'), (rows) => bigints(rows, (entry) => entry.sides.balance)],
  ['open_side_paise', typed('bigint'), (rows) => bigints(rows, (entry) => entry.sides.open)],
  ['held_side_paise', typed('bigint'), (rows) => bigints(rows, (entry) => entry.sides.held)],
  ['house_side_paise', typed('bigint'), (rows) => bigints(rows, (entry) => entry.sides.house)],
  ['outside_side_paise', typed('bigint'), (rows) => bigints(rows, (entry) => entry.sides.outside)],
  ['bonus_side_paise', typed('bigint'), (rows) => bigints(rows, (entry) => entry.sides.bonus)],
  ['balance_after_paise', typed('bigint'), (rows) => bigints(rows, (entry) => entry.balanceAfterPaise)],
  ['note', typed('text'), (rows) => textsOrNone(rows, ({ note }) => note)],
  ['detail', typed('text'), (rows) => textsOrNone(rows, ({ detail }) => detail)],
]

/** An empty array reads as NULL at each place. */
function textsOrNone(entries: readonly Entry[], textOf: (entry: Entry) => string | null): Buffer {
  return entries.some((entry) => textOf(entry) !== null) ? texts(entries, textOf) : texts([], () => null)
}

/** Parameters in their order: single values, columns of accounts, account numbers of entries, columns of entries. */
const [accountCount, entryCount, atMs, shard, house, outside, bonus] = ['$1', '$2', '$3', '$4', '$5', '$6', '$7']
const singles = 7
const accountCells = writtenColumns.map(({ name, type }, index) => ({ name, cell: cell(singles + 1 + index, type) }))
const [accountNo, version, ...moved] = accountCells
const firstOfEntries = singles + accountCells.length + 1
const entryCells = entryColumns.map(([, read], index) => read(firstOfEntries + 1 + index))
const cellOf = (name: string) => entryCells[entryColumns.findIndex(([column]) => column === name)]

/**
 * Rows come as one array a column and are read by subscript, which costs a third of an unnest of so many arrays. Subscripts are quick where all elements have
 * one size: labels travel as numbers.
 */
const write = `WITH moved AS (
  UPDATE account SET version = account.version + 1, ${moved.map(({ name, cell }) => `${name} = ${cell}`).join(', ')}
  FROM generate_series(1, ${accountCount}) AS i
  WHERE account.account_no = ${accountNo?.cell} AND account.version = ${version?.cell}
  RETURNING 1
), booked AS (
  INSERT INTO entry (account_no, ${entryColumns.map(([name]) => name).join(', ')}, at, shard)
  SELECT ${cell(firstOfEntries, 'integer')}, ${entryCells.join(', ')}, to_timestamp(${atMs}::bigint / 1000.0), ${shard}::smallint
  FROM generate_series(1, ${entryCount}) AS i
), keyed AS (
  INSERT INTO entry_key (reference, step, account_no, sequence, at)
  SELECT ${cellOf('reference')}, ${cellOf('step')}, ${cell(firstOfEntries, 'integer')}, ${cellOf('sequence')}, to_timestamp(${atMs}::bigint / 1000.0)
  FROM generate_series(1, ${entryCount}) AS i
), housed AS (
  UPDATE house_account SET house_paise = house_paise + ${house}, outside_paise = outside_paise + ${outside}, bonus_paise = bonus_paise + ${bonus}
  WHERE shard = ${shard}
  RETURNING 1
)
SELECT require_rows((SELECT count(*) FROM moved) + (SELECT count(*) FROM housed), ${accountCount} + 1)`

/** Writes a batch in one statement: one round trip and one commit. */
export function writeQuery({ accounts, entries, shard }: BatchWrite): QueryConfig {
  const sum = (side: 'house' | 'outside' | 'bonus') => entries.reduce((total, entry) => total + entry.sides[side], 0)
  const numbers = new Map(accounts.map(({ playerId, accountNo }) => [playerId, accountNo]))
  return {
    name: 'write',
    text: write,
    values: [
      accounts.length,
      entries.length,
      entries[0]?.atMs ?? 0,
      shard,
      sum('house'),
      sum('outside'),
      sum('bonus'),
      ...accountArrays(accounts),
      integers(entries, ({ playerId }) => numbers.get(playerId) ?? 0),
      ...entryColumns.map(([, , send]) => send(entries)),
    ],
  }
}

export type AccountNumber = [playerId: string, accountNo: number]

/**
 * Creates empty rows for players without a row, and gives their numbers. Inserts in the order of
 * ids, so that two inserts cannot deadlock.
 */
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
