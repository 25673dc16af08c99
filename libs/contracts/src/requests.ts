import { z } from 'zod'
import { Rupees } from './money.ts'
import { adminRoles, operation } from './operation.ts'
import type { AdminRole } from './operation.ts'
import { Id, IsoTime, openEnum } from './primitives.ts'

/** What deposit and withdrawal requests have in common: both wait for an admin who decides them. */
export const RequestStatus = z.enum(['pending', 'approved', 'rejected'])
export type RequestStatus = z.output<typeof RequestStatus>

export const RequestKind = z.enum(['deposit', 'withdrawal'])
export type RequestKind = z.output<typeof RequestKind>

/** An admin looks at a request until then: a hint for the others, never a guard. */
export const Claim = z.object({ adminId: Id, by: z.string(), until: IsoTime })
export type Claim = z.output<typeof Claim>

/** What speaks against a request by itself. */
export const RiskKind = z.enum(['bank_row_used', 'utr_rejected_before', 'same_proof', 'account_of_others'])
export type RiskKind = z.output<typeof RiskKind>

/** Whose requests of those that wait: those that another admin looks at now, and all others. */
export const HandledBy = z.enum(['others', 'nobody_else'])
export type HandledBy = z.output<typeof HandledBy>

/** The time that the days of a list are of, if it is not the time of the request. */
export const DaysOf = z.enum(['decided', 'booked'])

/** Whose decisions: those of the caller. */
export const DecidedBy = z.enum(['me'])

/**
 * How long the decision of a request of this kind usually takes, in minutes and rounded up. Nine of ten of the newest
 * decisions were made within it. Null: too few decisions in the last 30 days.
 */
export const usualMinutes = z.int().positive().nullable().default(null)

/** What every list for admins shows of a request beside its own fields. */
export const requestForAdmins = {
  user: z.object({ _id: Id, email: z.string(), username: z.null() }),
  decidedAt: IsoTime.nullable(),
  decidedBy: z.string().nullable(),
  /** The current claim; null without a claim, and after the decision. */
  claim: Claim.nullable(),
  /** The first of two approvals, or null. `amount`: the amount that it names, if another than the player asked for. */
  firstApproval: z.object({ by: z.string(), at: IsoTime, amount: Rupees.optional() }).nullable(),
  /** The most serious risk hints; empty after the decision. The previous release may send no risk hints. */
  risks: z.array(openEnum(RiskKind.options)),
  /** The number of notes of admins. The previous release sends no number. */
  notes: z.int().nonnegative().default(0),
}

/**
 * Why an approval takes a second admin.
 * - `amount`: it is above the amount for one admin.
 * - `without_row`: no bank row pays for the deposit.
 * - `own_statement`: only statements that the admin uploaded have the row, above the amount of a day for such rows.
 * - `admin_day`, `player_day`: it takes the approvals of the admin, or of the player, above the amount of a day.
 */
export const SecondAdminReason = z.enum(['amount', 'without_row', 'own_statement', 'admin_day', 'player_day'])
export type SecondAdminReason = z.output<typeof SecondAdminReason>
export const secondAdminReasons = z.array(openEnum(SecondAdminReason.options)).optional()

/**
 * The first of two approvals: the status is 202, and no money has moved. `firstNotCounted`: an earlier first approval of `by`
 * does not count, because the two admins are not two people. They are from `until` on; null if one may not approve.
 */
export const firstOfTwo = {
  pendingSecondApproval: z.literal(true).optional(),
  secondAdminReasons,
  firstNotCounted: z.object({ by: z.string(), until: IsoTime.nullable() }).optional(),
}

/** Who may move money. */
export const deciders = ['owner', 'cashier'] as const satisfies readonly (typeof adminRoles)[number][]

/** Who may read a handover: those who decide, and auditors. */
export const handoverReaders: readonly AdminRole[] = [...deciders, 'auditor']

/** Refusals of an approval. `second_admin_needed`: this admin gave the first approval. `own_request`: this admin made the request. */
export const approvalErrors = ['not_found', 'already_decided', 'second_admin_needed', 'own_request'] as const

/** What bank rows say of a deposit: a row can pay for it, only other rows have its UTR, or no row has its UTR. */
export const bankStates = ['row', 'amount', 'none'] as const
export type BankState = (typeof bankStates)[number]

export const RequestId = z.object({ id: z.string().max(64) })

export const claimRequest = operation({
  subject: 'payments.claim-request',
  route: {
    method: 'POST',
    path: '/api/admin/requests/:id/claim',
    access: { admin: deciders },
    rate: 'command',
    summary: 'Tell the other admins that one looks at a deposit or withdrawal request, for 5 minutes',
  },
  /** `takeOver`: ends the claim of another admin. Without `takeOver` the other admin keeps the claim. */
  input: RequestId.extend({ takeOver: z.boolean().optional() }),
  /** The valid claim: the caller's, or that of another admin who was first. */
  output: z.object({ claim: Claim, isMine: z.boolean() }),
  errors: ['not_found', 'already_decided'],
})

export const releaseRequest = operation({
  subject: 'payments.release-request',
  route: {
    method: 'POST',
    path: '/api/admin/requests/:id/release',
    access: { admin: deciders },
    rate: 'command',
    summary: 'End an own claim of a request; one that is not there, or of another admin, stays as it is',
  },
  input: RequestId,
  output: z.object({ claim: Claim.nullable() }),
  errors: ['not_found'],
})
