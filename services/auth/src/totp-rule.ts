import type { AuditLog } from '@kismet/service-kit/audit/log'
import { inSnapshot } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import { holdStoredRule, storedRule } from './db/admin-rules.ts'

interface RuleParts {
  readonly db: Pool
  readonly audit: AuditLog
}

/** What the audit log says of the rule: its action, and what it is done to. */
export const totpRuleChange = { action: 'admin-rules.two-step-login', target: 'admin-rules' } as const

export interface TotpRule {
  /** Whether nobody logs in to the back office without a second step. */
  readonly isRequired: boolean
  /** Whether the database has what the audit log says that an owner has set. */
  readonly isSaid: boolean
}

/** Where the database and the audit log differ all log in with two steps: nobody is let in with less because somebody has written it into a table. */
async function ruleOf({ audit }: Pick<RuleParts, 'audit'>, db: Queryable, isStored: boolean): Promise<TotpRule> {
  const { says, isAlone } = await audit.newestOf(db, totpRuleChange)
  const isSaid = isAlone && isStored === (says?.after === 'required')
  return { isRequired: isStored || !isSaid, isSaid }
}

/** The rule in force. */
export function totpRule(parts: RuleParts): Promise<TotpRule> {
  return inSnapshot(parts.db, async (snapshot) => ruleOf(parts, snapshot, await storedRule(snapshot)))
}

/** The same, which nobody changes before this transaction has ended. @param alone so that all logins under it have ended, too */
export async function holdTotpRule(
  parts: Pick<RuleParts, 'audit'>,
  transaction: Queryable,
  alone = false,
): Promise<TotpRule> {
  return ruleOf(parts, transaction, await holdStoredRule(transaction, alone))
}

/** Tells of a rule that no owner has set; it is to be looked for every minute. */
export async function tellOfRule(parts: RuleParts & { readonly log: Logger }): Promise<void> {
  const { isSaid } = await totpRule(parts)
  const { target } = totpRuleChange
  if (!isSaid)
    parts.log.error(
      { event: 'settings.not-written', target },
      'the database has a rule that the audit log does not say',
    )
}
