import type { Queryable } from '@kismet/service-kit/database'
import type { Context } from '../context.ts'
import { readPayToAccounts } from '../db/pay-to.ts'
import type { StoredAccount } from '../db/pay-to.ts'
import type { Fields } from '../db/settings.ts'
import type { PayToTerms } from '../domain/pay-to.ts'
import { actionsOf } from './waiting.ts'

/** The actions of the audit rows. The row of `change` has the whole state of an account after the change. */
export const payToActions = actionsOf('deposit-settings')
/** The target of the audit rows of release 0.1.0, which had one account. */
const onlyAccount = 'deposit-settings'

/** The target of the audit rows about an account. */
export const targetOf = (accountId: string): string => `${onlyAccount} ${accountId}`

/** The values of an account as the audit log has them. */
export const auditedTerms = ({
  kind,
  name,
  address,
  ifsc,
  methods,
  dailyLimitPaise,
  qrVersion,
}: PayToTerms): Fields => ({
  ...{ kind, name, utr: address, ifsc, methods: methods.join(','), dailyLimitPaise, qrVersion },
})

/** What players see of an account, as the audit log has it. */
export const auditedState = ({ terms, isOn }: Pick<StoredAccount, 'terms' | 'isOn'>): Fields => ({
  ...(terms && auditedTerms(terms)),
  isOn,
})

/** Whether the audit log says these values. A row of an earlier release has fewer fields. */
export const isWritten = (fields: Fields, says: Fields | undefined): boolean =>
  Object.entries(fields).every(
    ([name, value]) => (says !== undefined && !(name in says)) || value === (says?.[name] ?? null),
  )

/** The targets of the accounts that differ from their last change in the audit log: someone wrote into the database. */
export async function findPayToNotWritten({ audit }: Pick<Context, 'audit'>, snapshot: Queryable): Promise<string[]> {
  const targets: string[] = []
  for (const account of await readPayToAccounts(snapshot)) {
    if (account.revision === null) continue
    const target = targetOf(account.id)
    const changeOf = (of: string) => audit.newestOf(snapshot, of, payToActions.change)
    const says = (await changeOf(target)) ?? (await changeOf(onlyAccount))
    if (!isWritten(auditedState(account), says?.detail)) targets.push(target)
  }
  return targets
}
