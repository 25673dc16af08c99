import { LimitPeriod } from '@kismet/contracts'
import type { DepositRules } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'

/**
 * Checks the suspension, the self-exclusion and the deposit limits of a player (docs/spec/amendments.md,
 * section 3). Pending deposits count like approved deposits. Amounts are paise.
 * @throws Refusal `account_suspended`, `self_excluded`, `limit_reached`
 */
export function requireAllowed(
  { limitsPaise, excludedUntilMs, isSuspended }: DepositRules,
  depositedPaise: Readonly<Record<LimitPeriod, number>>,
  { amountPaise }: { readonly amountPaise: number },
  nowMs: number,
): void {
  if (isSuspended) throw new Refusal('account_suspended')
  if (excludedUntilMs !== null && nowMs < excludedUntilMs) throw new Refusal('self_excluded')
  const passes = (period: LimitPeriod): boolean =>
    depositedPaise[period] + amountPaise > (limitsPaise[period] ?? Number.POSITIVE_INFINITY)
  if (LimitPeriod.options.some(passes)) throw new Refusal('limit_reached')
}
