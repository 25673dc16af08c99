import { LimitPeriod, limitReached, limits } from '@kismet/contracts'
import type { DepositRules } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Usage } from '../db/usage.ts'

const { perDay } = limits.deposit

/** @throws Refusal `upload_quota_reached` when a request with `proofBytes` would exceed the player's quota of a day */
export function requireQuota(usage: Usage, proofBytes: number): void {
  const { requestsToday, bytesToday, unopenedToday, restOfDayMs: retryAfterMs } = usage
  if (requestsToday + unopenedToday < perDay.requests && bytesToday + proofBytes <= perDay.proofBytes) return
  throw new Refusal('upload_quota_reached', undefined, { max: perDay.requests, retryAfterMs })
}

/** @throws Refusal `too_many_pending` at the most pending requests of a kind */
export function requireRoomToWait(pending: number, max: number): void {
  if (pending < max) return
  const text = `You have ${max} pending requests. You can send another when one is decided.`
  throw new Refusal('too_many_pending', text, { max })
}

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
  const [least] = LimitPeriod.options
    .flatMap((period) => {
      const limitPaise = limitsPaise[period]
      if (limitPaise === null || depositedPaise[period] + amountPaise <= limitPaise) return []
      const leftPaise = Math.max(0, limitPaise - depositedPaise[period])
      return { type: 'deposit' as const, period, limitPaise, leftPaise }
    })
    .sort((one, other) => one.leftPaise - other.leftPaise)
  if (least) throw new Refusal('limit_reached', ...limitReached(least))
}
