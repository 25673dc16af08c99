import type { DepositMethod } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { findRevisions, readPayToAccounts, sumToday } from '../db/pay-to.ts'
import type { StoredAccount } from '../db/pay-to.ts'
import type { DepositOrder } from '../domain/deposit-form.ts'
import { shownAccounts } from '../domain/pay-to.ts'

type Shown = ReadonlyMap<DepositMethod, StoredAccount>

/** The account that each method shows now. @param sumUp reads the sums of today, if an account has a limit */
export async function readShown(db: Queryable, nowMs: number, sumUp = () => sumToday(db, nowMs)): Promise<Shown> {
  const accounts = await readPayToAccounts(db)
  const isLimited = accounts.some(({ isOn, terms }) => isOn && (terms?.dailyLimitPaise ?? null) !== null)
  return shownAccounts(accounts, isLimited ? await sumUp() : new Map())
}

const keptMs = 5_000

/** The account that each method shows, with sums of the last 5 s: anybody may ask, and the sums read all deposits of the day. */
export function readShownToAnybody({
  db,
  clock,
  lastSums,
}: Pick<Context, 'db' | 'clock' | 'lastSums'>): Promise<Shown> {
  const nowMs = clock.now()
  return readShown(db, nowMs, () => {
    const { readAtMs, sums } = lastSums
    if (sums !== undefined && readAtMs !== undefined && nowMs < readAtMs + keptMs) return sums
    const read = sumToday(db, nowMs)
    Object.assign(lastSums, { readAtMs: nowMs, sums: read })
    read.catch(() => delete lastSums.sums)
    return read
  })
}

const unknownAccount =
  'The payment details of this page are not known. Open the deposit page again, and pay to the details shown there.'

/**
 * The revision of the account that a player was shown: the one that the form names, or the one of its method now. After a
 * payment the form may name an account that is full, off or changed since.
 * @throws Refusal `invalid_request` for an account that players have never seen with this method
 */
export async function revisionShown(
  db: Queryable,
  { payTo, method }: Pick<DepositOrder, 'payTo' | 'method'>,
  nowMs: number,
): Promise<string | null> {
  if (payTo === null) return (await readShown(db, nowMs)).get(method)?.revision ?? null
  const [revision] = await findRevisions(db, [payTo])
  if (revision?.terms.methods.includes(method) === true) return revision.id
  throw new Refusal('invalid_request', unknownAccount)
}
