import type { DepositMethod } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import { findRevisions, readPayToAccounts, sumToday } from '../db/pay-to.ts'
import type { StoredAccount } from '../db/pay-to.ts'
import type { DepositOrder } from '../domain/deposit-form.ts'
import { shownAccounts } from '../domain/pay-to.ts'

/** The account that each method shows now. */
export async function readShown(db: Queryable, nowMs: number): Promise<ReadonlyMap<DepositMethod, StoredAccount>> {
  const accounts = await readPayToAccounts(db)
  const isLimited = accounts.some(({ isOn, terms }) => isOn && (terms?.dailyLimitPaise ?? null) !== null)
  return shownAccounts(accounts, isLimited ? await sumToday(db, nowMs) : new Map())
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
