import { z } from 'zod'
import { limits } from './limits.ts'
import { operation } from './operation.ts'
import { Id, openEnum } from './primitives.ts'
import { deciders, RequestKind, secondAdminReasons } from './requests.ts'

/**
 * The result of one request. `unbooked`: decided, the booking follows by itself. `skipped`: refused, see `message`.
 * `unknown`: a repeat is safe.
 */
export const severalOutcomes = ['done', 'unbooked', 'skipped', 'unknown'] as const

/** Requests of one call, beside `limits`, which the first load of the player app has. */
export const decidedAtOnce = 50

/** The longest reason that both kinds of requests take. */
const reasonMaxLength = Math.min(limits.deposit.reasonMaxLength, limits.withdrawal.reasonMaxLength)

export const decideSeveral = operation({
  subject: 'payments.decide-several',
  route: {
    method: 'POST',
    path: '/api/admin/requests/decide',
    access: { admin: deciders },
    rate: 'command',
    summary: 'Reject several requests with one reason, or approve several that this admin may approve alone',
  },
  input: z.object({
    kind: RequestKind,
    ids: z
      .array(Id)
      .min(1)
      .max(decidedAtOnce, {
        error: `Decide at most ${decidedAtOnce} requests at once.`,
      }),
    status: z.enum(['approved', 'rejected'], { error: 'status must be approved or rejected.' }),
    /** Of a rejection. Each player reads it. */
    reason: z.string().trim().max(reasonMaxLength).optional(),
  }),
  output: z.object({
    results: z.array(
      z.object({
        requestId: Id,
        outcome: openEnum(severalOutcomes),
        message: z.string().nullable(),
        /** Why a skipped approval takes a second admin. */
        secondAdminReasons,
      }),
    ),
  }),
  errors: [],
  timeoutMs: 30_000,
})
