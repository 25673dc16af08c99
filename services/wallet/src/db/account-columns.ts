import { bigints, booleans, integers } from '@kismet/service-kit/columns'
import type { Queryable } from '@kismet/service-kit/database'
import { newAccount } from '../domain/account.ts'
import type { Account } from '../domain/account.ts'
import type { Protection } from '../domain/protection.ts'

type Draft<T> = { -readonly [Key in keyof T]: T[Key] extends object ? Draft<T[Key]> : T[Key] }
type Value = string | number | boolean | null

/** Its name, its type, where its value stands in an account, and how it is put there. */
type Column = readonly [
  name: string,
  type: 'uuid' | 'integer' | 'bigint' | 'boolean' | 'time',
  of: (account: Account) => Value,
  put: (draft: Draft<Account>, value: never) => unknown,
]

/** Name the row and its state. */
const identity: readonly Column[] = [
  ['player_id', 'uuid', (a) => a.playerId, (a, v) => (a.playerId = v)],
  ['account_no', 'integer', (a) => a.accountNo, (a, v) => (a.accountNo = v)],
  ['version', 'bigint', (a) => a.version, (a, v) => (a.version = v)],
]

/** What a booking writes. */
const bookedColumns: readonly Column[] = [
  ['sequence', 'integer', (a) => a.sequence, (a, v) => (a.sequence = v)],
  ['balance_paise', 'bigint', (a) => a.balancePaise, (a, v) => (a.balancePaise = v)],
  ['open_paise', 'bigint', (a) => a.openPaise, (a, v) => (a.openPaise = v)],
  ['held_paise', 'bigint', (a) => a.heldPaise, (a, v) => (a.heldPaise = v)],
  ['first_deposit_paise', 'bigint', (a) => a.firstDepositPaise, (a, v) => (a.firstDepositPaise = v)],
  ['bonus_paise', 'bigint', (a) => a.bonusPaise, (a, v) => (a.bonusPaise = v)],
  ['bonus_released', 'boolean', (a) => a.bonusReleased, (a, v) => (a.bonusReleased = v)],
  ['counted_paise', 'bigint', (a) => a.countedPaise, (a, v) => (a.countedPaise = v)],
  ['activity_day', 'integer', (a) => a.activity.day, (a, v) => (a.activity.day = v)],
  ['wagered_day_paise', 'bigint', (a) => a.activity.wageredPaise.day, (a, v) => (a.activity.wageredPaise.day = v)],
  ['wagered_week_paise', 'bigint', (a) => a.activity.wageredPaise.week, (a, v) => (a.activity.wageredPaise.week = v)],
  [
    'wagered_month_paise',
    'bigint',
    (a) => a.activity.wageredPaise.month,
    (a, v) => (a.activity.wageredPaise.month = v),
  ],
  ['lost_day_paise', 'bigint', (a) => a.activity.lostPaise.day, (a, v) => (a.activity.lostPaise.day = v)],
  ['lost_week_paise', 'bigint', (a) => a.activity.lostPaise.week, (a, v) => (a.activity.lostPaise.week = v)],
  ['lost_month_paise', 'bigint', (a) => a.activity.lostPaise.month, (a, v) => (a.activity.lostPaise.month = v)],
]

/** What a player's rules of safer play write. */
const protectionColumns: readonly Column[] = [
  ['wager_limit_day_paise', 'bigint', (a) => a.protection.wagerPaise.day, (a, v) => (a.protection.wagerPaise.day = v)],
  [
    'wager_limit_week_paise',
    'bigint',
    (a) => a.protection.wagerPaise.week,
    (a, v) => (a.protection.wagerPaise.week = v),
  ],
  [
    'wager_limit_month_paise',
    'bigint',
    (a) => a.protection.wagerPaise.month,
    (a, v) => (a.protection.wagerPaise.month = v),
  ],
  ['loss_limit_day_paise', 'bigint', (a) => a.protection.lossPaise.day, (a, v) => (a.protection.lossPaise.day = v)],
  ['loss_limit_week_paise', 'bigint', (a) => a.protection.lossPaise.week, (a, v) => (a.protection.lossPaise.week = v)],
  [
    'loss_limit_month_paise',
    'bigint',
    (a) => a.protection.lossPaise.month,
    (a, v) => (a.protection.lossPaise.month = v),
  ],
  ['time_out_until', 'time', (a) => a.protection.timeOutUntilMs, (a, v) => (a.protection.timeOutUntilMs = v)],
  ['excluded_until', 'time', (a) => a.protection.excludedUntilMs, (a, v) => (a.protection.excludedUntilMs = v)],
]

const columns = [...identity, ...bookedColumns, ...protectionColumns]

/** All columns, for a SELECT whose rows `accountOf` reads. Times are ms since the epoch. */
export const selectedColumns = columns
  .map(([name, type]) => (type === 'time' ? `floor(extract(epoch FROM ${name}) * 1000)::bigint` : name))
  .join(', ')

export type AccountRow = readonly Value[]

/** As text: parts that an empty account has several times are no longer one object when it is read back. */
const emptyAccount = JSON.stringify(newAccount(''))

export function accountOf(row: AccountRow): Account {
  const draft = JSON.parse(emptyAccount) as Draft<Account>
  columns.forEach(([, , , put], index) => put(draft, row[index] as never))
  return draft
}

const encoders = { integer: integers, bigint: bigints, boolean: booleans } as const
const keyColumns = identity.slice(1)

/** What a booking names an account by, and then what it writes: column and type, in the order of `accountArrays`. */
export const writtenColumns = [...keyColumns, ...bookedColumns].map(([name, type]) => ({ name, type }))

/** An array a column for a statement that writes many accounts. */
export function accountArrays(accounts: readonly Account[]): Buffer[] {
  return [...keyColumns, ...bookedColumns].map(([, type, of]) =>
    encoders[type as keyof typeof encoders](accounts, of as never),
  )
}

const protectionNames = protectionColumns.map(([name]) => name).join(', ')
const protectionValues = protectionColumns
  .map(([, type], index) => (type === 'time' ? `to_timestamp($${index + 2}::bigint / 1000.0)` : `$${index + 2}`))
  .join(', ')

/**
 * Sets all rules of safer play of a player. A bet that is being decided on the old ones is decided again: the account has a version that it cannot have
 * read, the first row of a player too.
 */
export async function saveProtection(db: Queryable, playerId: string, protection: Protection): Promise<void> {
  const account = { ...newAccount(playerId), protection }
  await db.query(
    `INSERT INTO account (player_id, version, ${protectionNames}) VALUES ($1, 1, ${protectionValues})
     ON CONFLICT (player_id) DO UPDATE SET (version, ${protectionNames}) = (account.version + 1, ${protectionValues})`,
    [playerId, ...protectionColumns.map(([, , of]) => of(account))],
  )
}
