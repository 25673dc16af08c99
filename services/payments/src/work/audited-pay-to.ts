import type { Queryable } from '@kismet/service-kit/database'
import type { Context } from '../context.ts'
import { readPayToAccounts } from '../db/pay-to.ts'
import type { StoredAccount } from '../db/pay-to.ts'
import type { PayToTerms } from '../domain/pay-to.ts'

export type Fields = Readonly<Record<string, string | number | boolean | null>>

/** The action of the audit rows with the whole state of an account after a change. */
export const changeAction = 'deposit-settings.change'
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

/** The targets of the accounts that differ from their last change in the audit log: someone wrote into the database. */
export async function findPayToNotWritten({ audit }: Pick<Context, 'audit'>, snapshot: Queryable): Promise<string[]> {
  const targets: string[] = []
  for (const account of await readPayToAccounts(snapshot)) {
    if (account.revision === null) continue
    const target = targetOf(account.id)
    const ofAction = (of: string) => audit.newestOf(snapshot, { action: changeAction, target: of })
    const says = (await ofAction(target)) ?? (await ofAction(onlyAccount))
    // A row of an earlier release has fewer fields.
    const written = Object.entries(auditedState(account)).filter(([name]) => says === undefined || name in says)
    if (!written.every(([name, value]) => value === (says?.[name] ?? null))) targets.push(target)
  }
  return targets
}
