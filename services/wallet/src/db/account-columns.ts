import { bigints, booleans, integers } from '@kismet/service-kit/columns'
import type { Queryable } from '@kismet/service-kit/database'
import { newAccount } from '../domain/account.ts'
import type { Account } from '../domain/account.ts'
import { periods } from '../domain/activity.ts'
import { noProtection } from '../domain/protection.ts'
import type { Protection } from '../domain/protection.ts'

type Value = string | number | boolean | null
/** An account as what stands in it by name. */
interface Part {
  [name: string]: Value | Part
}

/** Its name, its type, and where its value stands in an account. */
type Column = readonly [name: string, type: 'uuid' | 'integer' | 'bigint' | 'boolean', ...path: string[]]

const ofPeriods = (nameOf: (period: string) => string, ...path: string[]): Column[] =>
  periods.map((period) => [nameOf(period), 'bigint', ...path, period])

/** Name the row and its state. */
const identity: readonly Column[] = [
  ['player_id', 'uuid', 'playerId'],
  ['account_no', 'integer', 'accountNo'],
  ['version', 'bigint', 'version'],
]

/** What a booking writes. */
const bookedColumns: readonly Column[] = [
  ['sequence', 'integer', 'sequence'],
  ['balance_paise', 'bigint', 'balancePaise'],
  ['open_paise', 'bigint', 'openPaise'],
  ['held_paise', 'bigint', 'heldPaise'],
  ['net_paise', 'bigint', 'netPaise'],
  ['first_deposit_paise', 'bigint', 'firstDepositPaise'],
  ['bonus_paise', 'bigint', 'bonusPaise'],
  ['bonus_released', 'boolean', 'bonusReleased'],
  ['counted_paise', 'bigint', 'countedPaise'],
  ['activity_day', 'integer', 'activity', 'day'],
  ...ofPeriods((period) => `wagered_${period}_paise`, 'activity', 'wageredPaise'),
  ...ofPeriods((period) => `lost_${period}_paise`, 'activity', 'lostPaise'),
]

/** The part of an account that holds the value of a column, and the value's name there. */
function placeOf([, , ...path]: Column): { within: (account: Account) => Part; name: string } {
  const [name = '', ...parts] = path.toReversed()
  parts.reverse()
  const within = (account: Account) => parts.reduce((part, step) => part[step] as Part, account as unknown as Part)
  return { within, name }
}

function readerOf(column: Column): (account: Account) => Value {
  const { within, name } = placeOf(column)
  return (account) => within(account)[name] as Value
}

/**
 * The booked corrections that the house bears. A key of the ledger proves that a correction is booked. Read from the
 * corrections, because few players have any and a replica of release 0.1.0 may book one.
 */
const houseCorrections = `(SELECT coalesce(sum(amount_paise), 0)::bigint FROM correction
  WHERE correction.player_id = account.player_id AND correction.account = 'house'
    AND EXISTS (SELECT FROM entry_key WHERE reference = correction.id AND step = 'open'))`

const columns: readonly Column[] = [
  ...identity,
  ...bookedColumns,
  [houseCorrections, 'bigint', 'houseCorrectionsPaise'],
]
const places = columns.map(placeOf)

/** For a SELECT whose rows `accountOf` reads. */
export const selectedColumns = [...columns.map(([name]) => name), 'protection'].join(', ')

export type AccountRow = readonly (Value | Protection)[]

/** As text: parts that an empty account has several times are no longer one object when it is read back. */
const emptyAccount = JSON.stringify(newAccount(''))

export function accountOf(row: AccountRow): Account {
  const account = JSON.parse(emptyAccount) as Account
  places.forEach(({ within, name }, index) => (within(account)[name] = row[index] as Value))
  return { ...account, protection: (row[columns.length] as Protection | null) ?? noProtection }
}

const encoders = { integer: integers, bigint: bigints, boolean: booleans } as const

const written = [...identity.slice(1), ...bookedColumns]

/** What a booking names an account by, and then what it writes: column and type, in the order of `accountArrays`. */
export const writtenColumns = written.map(([name, type]) => ({ name, type }))

const writers = written.map((column) => [encoders[column[1] as keyof typeof encoders], readerOf(column)] as const)

/** An array a column for a statement that writes many accounts. */
export function accountArrays(accounts: readonly Account[]): Buffer[] {
  return writers.map(([encode, valueOf]) => encode(accounts, valueOf as never))
}

/**
 * Sets the limits and the suspension of a player. A bet that was decided on the old limits is
 * decided again, because this write changes the version of the account.
 */
export async function saveProtection(db: Queryable, playerId: string, protection: Protection): Promise<void> {
  await db.query(
    `INSERT INTO account (player_id, version, protection) VALUES ($1, 1, $2)
     ON CONFLICT (player_id) DO UPDATE SET version = account.version + 1, protection = excluded.protection`,
    [playerId, protection],
  )
}
