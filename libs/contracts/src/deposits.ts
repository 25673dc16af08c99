import { z } from 'zod'
import { limits } from './limits.ts'
import { inRupees, Rupees, rupeesBetween, RupeesText } from './money.ts'
import { adminRoles, aroundFileBytes, operation, streamRoute } from './operation.ts'
import { DayRange } from './day-range.ts'
import { DepositMethod, PaidTo } from './pay-to.ts'
import { AdminListQuery, Id, IsoTime, openEnum, PageQuery } from './primitives.ts'
import {
  bankStates,
  approvalErrors,
  DaysOf,
  DecidedBy,
  deciders,
  firstOfTwo,
  HandledBy,
  requestForAdmins,
  RequestId,
  RequestStatus,
  usualMinutes,
} from './requests.ts'

/** Why an admin asks for a better proof. `see_note`: for another reason, which the note says. */
export const BetterProofReason = z.enum(['unreadable', 'cut_off', 'no_utr', 'other_payment', 'see_note'])
export type BetterProofReason = z.output<typeof BetterProofReason>

/** A better proof that an admin has asked for. `sentAt`: when the player sent the proof; null until then. */
export const BetterProof = z.object({
  reason: openEnum(BetterProofReason.options),
  note: z.string().nullable(),
  askedAt: IsoTime,
  sentAt: IsoTime.nullable(),
})

/**
 * A deposit request as its player sees it. `user` is the player's id; `proof` the address of the file. `amount` is what
 * counts: what the player asked for, and after an approval what was credited. `askedAmount` is what the player asked for,
 * if another amount was credited.
 */
export const Deposit = z.object({
  _id: Id,
  user: Id,
  amount: Rupees,
  askedAmount: Rupees.nullable().optional(),
  method: openEnum(DepositMethod.options),
  utr: z.string(),
  proof: z.string(),
  /** Pictures of the proof: one of an image, up to 5 of the pages of a PDF. The previous release may not send the number. */
  proofPages: z.int().positive().default(1),
  status: openEnum(RequestStatus.options),
  adminReason: z.string().nullable(),
  createdAt: IsoTime,
  /** The account that the page showed to the player, and the note that the page made for the payment. */
  payTo: PaidTo.omit({ account: true }).nullish(),
  note: z.string().nullish(),
  /** The newest better proof that was asked for, while the request is pending. */
  betterProof: BetterProof.nullable().optional(),
  /** The previous release does not send the time of the decision. */
  decidedAt: IsoTime.nullable().default(null),
  /** The proof is deleted some time after the decision; its address answers 410 then. */
  proofDeletedAt: IsoTime.nullable(),
})

export const AdminDeposit = Deposit.extend({
  ...requestForAdmins,
  /** The first picture of the newest proof, counted from 1. Earlier pictures are of earlier proofs. */
  newProofFrom: z.int().positive().optional(),
  /** How often an admin may still ask for a better proof. */
  betterProofsLeft: z.int().nonnegative().optional(),
  payTo: PaidTo.nullish(),
  /** What the bank statements say of a pending request; null without a statement. The previous release does not send it. */
  bank: openEnum(bankStates).nullish(),
})

export const listDeposits = operation({
  subject: 'payments.list-deposits',
  route: {
    method: 'GET',
    path: '/api/deposit-requests',
    access: 'player',
    rate: 'read',
    summary: 'Own deposit requests, newest first',
  },
  input: PageQuery,
  output: z.object({ deposits: z.array(Deposit), nextCursor: z.string().nullable(), usualMinutes }),
  errors: [],
})

/**
 * The filters of the list of deposits and of its export.
 * - `player`: requests of one player. `decidedBy`: the caller's decisions.
 * - `bank`: pending requests by their bank rows. `handledBy`: pending requests by their claim.
 * - `from` and `to`: the days of the request, or by `daysOf` of its decision or of its booking in the ledger.
 * - `search`: a part of the player's e-mail, of the reference or of the id.
 */
export const DepositFilters = AdminListQuery.pick({ search: true, order: true }).extend({
  sort: z.enum(['createdAt', 'amount']).optional(),
  status: RequestStatus.optional(),
  method: DepositMethod.optional(),
  minAmount: RupeesText.optional(),
  maxAmount: RupeesText.optional(),
  player: Id.optional(),
  bank: z.enum(bankStates).optional(),
  handledBy: HandledBy.optional(),
  decidedBy: DecidedBy.optional(),
  daysOf: DaysOf.optional(),
  ...DayRange.shape,
})

export const adminListDeposits = operation({
  subject: 'payments.admin-list-deposits',
  route: {
    method: 'GET',
    path: '/api/admin/deposit-requests',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'Deposit requests: pending oldest first, then decided newest first, or sorted',
  },
  input: PageQuery.extend(DepositFilters.shape),
  output: z.object({
    deposits: z.array(AdminDeposit),
    nextCursor: z.string().nullable(),
    pending: z.int(),
    /** Approvals of today (Asia/Kolkata) that no bank row paid for. */
    withoutRowToday: z.int().nonnegative().optional(),
  }),
  errors: [],
})

export const adminGetDeposit = operation({
  subject: 'payments.admin-get-deposit',
  route: {
    method: 'GET',
    path: '/api/admin/deposit-requests/:id',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'One deposit request',
  },
  input: RequestId,
  output: z.object({ deposit: AdminDeposit }),
  errors: ['not_found'],
})

const creditedMax = limits.deposit.maxRupees
/** The amount that arrived, which an approval credits instead of the amount that the player asked for. It may be below the smallest deposit. */
export const CreditedAmount = rupeesBetween(
  0.01,
  creditedMax,
  () => `The amount is from ${inRupees(0.01)} to ${inRupees(creditedMax)}.`,
)

export const decideDeposit = operation({
  subject: 'payments.decide-deposit',
  route: {
    method: 'PATCH',
    path: '/api/admin/deposit-request/:id',
    access: { admin: deciders },
    rate: 'command',
    acceptedWhen: 'pendingSecondApproval',
    summary: 'Approve or reject a deposit request, once; some approvals take two admins',
  },
  input: RequestId.extend({
    status: z.enum(['approved', 'rejected'], { error: 'status must be approved or rejected.' }),
    adminReason: z.string().trim().max(limits.deposit.reasonMaxLength).optional(),
    amount: CreditedAmount.optional(),
  }),
  output: z.object({ deposit: AdminDeposit, ...firstOfTwo }),
  errors: [
    ...approvalErrors,
    ...(['bank_amount_differs', 'bank_row_returned', 'bank_row_changed', 'bank_row_used', 'limit_reached'] as const),
  ],
  timeoutMs: 10_000,
})

/** Text fields of the deposit form; the file's field is `proof`. Amounts in a form are text. What is wrong with one is told in the spec's words, by payments. */
export const DepositForm = z.object({
  amount: z.string().meta({ pattern: '^\\d{1,8}(\\.\\d{1,2})?$' }),
  method: z.string().meta({ enum: DepositMethod.options }),
  utr: z.string().meta({ pattern: '^[A-Za-z0-9_:. -]{10,200}$' }),
  /** The id of the account that the page showed. Without it: the account that is shown now. */
  payTo: z.string().optional(),
  /** The note that the page gave to the payment (`PaymentNote`). */
  note: z.string().optional(),
})

export const postDeposit = streamRoute({
  service: 'payments',
  route: {
    method: 'POST',
    path: '/api/deposit',
    access: 'player',
    rate: 'upload',
    idempotent: true,
    closedInMaintenance: true,
    summary: 'Request a deposit, with a proof (image or PDF)',
  },
  form: { fields: DepositForm, files: ['proof'], maxFileBytes: limits.deposit.proofMaxBytes },
  output: z.object({ deposit: Deposit, message: z.string() }),
  errors: [
    'account_suspended',
    'duplicate_utr',
    'idempotency_conflict',
    'limit_reached',
    'payload_too_large',
    'self_excluded',
    'too_many_pending',
    'upload_quota_reached',
  ],
  maxBodyBytes: limits.deposit.proofMaxBytes + aroundFileBytes,
})

/** `?page=` (from 1) picks a page of a PDF. */
export const ProofPage = z.object({ page: z.coerce.number().int().min(1).max(1_000).default(1) })

const proofErrors = ['not_found', 'proof_deleted', 'proof_missing'] as const

/** The proof as a picture, for its owner: an attachment. */
export const getDepositProof = streamRoute({
  service: 'payments',
  route: {
    method: 'GET',
    path: '/api/deposit-requests/:id/proof',
    access: 'player',
    rate: 'read',
    summary: 'The proof of an own request',
  },
  query: ProofPage,
  output: { picture: 'image/jpeg' },
  errors: proofErrors,
  maxBodyBytes: 0,
})

export const adminGetDepositProof = streamRoute({
  service: 'payments',
  route: {
    method: 'GET',
    path: '/api/admin/deposit-requests/:id/proof',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'The proof of a request',
  },
  query: ProofPage,
  output: { picture: 'image/jpeg' },
  errors: proofErrors,
  maxBodyBytes: 0,
})
