import { Refusal } from '@kismet/service-kit/refusal'
import type { StoredAccount } from '../db/accounts.ts'

/**
 * The account at an index. The list may have changed since whoever chose saw it: with an id that account is meant and no other.
 * @throws Refusal `account_changed` when another one, or none, stands there; `not_found` when no id was given and none stands there
 */
export function accountAt(
  accounts: readonly StoredAccount[],
  { index, accountId }: { readonly index: number; readonly accountId?: string | undefined },
): StoredAccount {
  const account = accounts[index]
  if (accountId !== undefined && account?.id !== accountId) throw new Refusal('account_changed')
  if (account === undefined) throw new Refusal('not_found', 'There is no such bank account.')
  return account
}

/** The same account in the list as it is now, as long as it is what was unlocked. @throws Refusal `account_changed` */
export function requireUnchanged(accounts: readonly StoredAccount[], seen: StoredAccount): void {
  if (!accounts.some(({ id, version }) => id === seen.id && version === seen.version))
    throw new Refusal('account_changed')
}
