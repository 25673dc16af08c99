import type { WithdrawalStep } from '@kismet/contracts'
import type { z } from 'zod'

type Step = z.output<typeof WithdrawalStep>

interface Times {
  /** `refused`: the wallet refused the hold. */
  readonly status: string
  readonly createdAtMs: number
  readonly heldAtMs: number | null
  readonly decidedAtMs: number | null
  readonly bookedAtMs: number | null
}

/** The steps of a withdrawal in their order. Money of a refused hold does not return. */
export function stepsOf({ status, createdAtMs, heldAtMs, decidedAtMs, bookedAtMs }: Times): {
  readonly step: Step
  readonly atMs: number
}[] {
  const isApproved = status === 'approved'
  const steps: readonly (readonly [Step, number | null])[] = [
    ['requested', createdAtMs],
    ['held', heldAtMs],
    [isApproved ? 'approved' : 'rejected', decidedAtMs],
    [isApproved ? 'paid_out' : 'returned', status === 'refused' ? null : bookedAtMs],
  ]
  return steps.flatMap(([step, atMs]) => (atMs === null ? [] : [{ step, atMs }]))
}
