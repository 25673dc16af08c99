import type { RequestStatus, WithdrawalStep } from '@kismet/contracts'
import type { z } from 'zod'

type Step = z.output<typeof WithdrawalStep>

interface Times {
  readonly status: RequestStatus
  readonly createdAtMs: number
  readonly heldAtMs: number | null
  /** When the wallet refused to set the money aside. */
  readonly refusedAtMs: number | null
  readonly decidedAtMs: number | null
  readonly settledAtMs: number | null
}

/** What has happened to a withdrawal, in its order. Money that was never set aside does not return. */
export function stepsOf(withdrawal: Times): { readonly step: Step; readonly atMs: number }[] {
  const { status, createdAtMs, heldAtMs, refusedAtMs, decidedAtMs, settledAtMs } = withdrawal
  const isApproved = status === 'approved'
  const steps: readonly (readonly [Step, number | null])[] = [
    ['requested', createdAtMs],
    ['held', heldAtMs],
    [isApproved ? 'approved' : 'rejected', refusedAtMs ?? decidedAtMs],
    [isApproved ? 'paid_out' : 'returned', refusedAtMs === null ? settledAtMs : null],
  ]
  return steps.flatMap(([step, atMs]) => (atMs === null ? [] : [{ step, atMs }]))
}
