import {
  approveWithdrawal,
  askBetterProof,
  claimChanged,
  claimRequest,
  decideDeposit,
  decideSeveral,
  limits,
} from '@kismet/contracts'
import { addRequestNote, listRequestNotes } from '@kismet/contracts'
import { rejectWithdrawal, releaseRequest, RequestKind } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { CallOf, Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { changeRequest, requireRequest } from '../db/requests.ts'
import { adminDepositViews, adminWithdrawalViews, claimView } from '../views.ts'
import { askBetterProof as askForBetterProof } from '../work/better-proof.ts'
import { decideRequest } from '../work/decide-request.ts'
import type { Decided } from '../work/decide-request.ts'
import { decideRequests } from '../work/decide-several.ts'
import { addNote, readNotes } from '../work/notes.ts'
import { renewPayout } from '../work/pay-withdrawal.ts'
import { first } from './reads.ts'

/** @throws Refusal `unavailable` for a decision that the wallet has not booked yet. @returns what the answer says beside the request */
function requireBooked(
  { pendingSecondApproval, secondAdminReasons, firstNotCounted, isBooked }: Omit<Decided<never>, 'request'>,
  what: string,
) {
  if (pendingSecondApproval)
    return {
      ...{ pendingSecondApproval, secondAdminReasons: [...secondAdminReasons] },
      ...(firstNotCounted && { firstNotCounted }),
    }
  if (isBooked) return {}
  throw new Refusal('unavailable', `The ${what} could not be booked yet and follows by itself.`)
}

async function decideWithdrawal(
  ctx: Context,
  { admin, input, meta }: CallOf<typeof approveWithdrawal> | CallOf<typeof rejectWithdrawal>,
  status: 'approved' | 'rejected',
) {
  const { id } = input
  const reason = 'reason' in input ? input.reason : undefined
  const reference = 'paidReference' in input ? input.paidReference : undefined
  const order = { kind: 'withdrawal', id, status, reason, admin, meta } as const
  const { request, ...decided } = await decideRequest(ctx, {
    ...order,
    ...(reference !== undefined && { paid: { reference } }),
  })
  const what = status === 'approved' ? 'approved. Its payment' : 'rejected. The return of its money'
  const outcome = requireBooked(decided, `withdrawal is ${what}`)
  return { withdrawal: first(await adminWithdrawalViews(ctx, [request], admin)), ...outcome }
}

/** Decisions of admins, whose answer comes after the booking in the wallet, claims of requests and notes about them. */
export const decisions: readonly Handler<Context>[] = [
  handle(decideDeposit, async (ctx: Context, { admin, input, meta }) => {
    const { id, status, adminReason: reason, amount: amountPaise } = input
    const order = { kind: 'deposit', id, status, reason, amountPaise, admin, meta } as const
    const { request, ...decided } = await decideRequest(ctx, order)
    const outcome = requireBooked(decided, 'deposit is approved. Its credit')
    return { deposit: first(await adminDepositViews(ctx, [request])), ...outcome }
  }),
  handle(askBetterProof, async (ctx: Context, call) => ({
    deposit: first(await adminDepositViews(ctx, [await askForBetterProof(ctx, call)])),
  })),
  handle(approveWithdrawal, (ctx: Context, call) => decideWithdrawal(ctx, call, 'approved')),
  handle(rejectWithdrawal, (ctx: Context, call) => decideWithdrawal(ctx, call, 'rejected')),
  handle(decideSeveral, async (ctx: Context, call) => ({ results: await decideRequests(ctx, call) })),
  handle(claimRequest, async (ctx: Context, { admin, input: { id, takeOver = false }, meta }) => {
    const nowMs = ctx.clock.now()
    const { kind, claim } = await inTransaction(ctx.db, async (transaction) => {
      const request = await requireRequest(transaction, id, RequestKind.options, 'FOR UPDATE')
      if (request.status !== 'pending') throw new Refusal('already_decided')
      await renewPayout(transaction, request, admin, nowMs)
      const before = claimView(request, nowMs)
      const isMine = before?.adminId === admin.id
      if (before !== null && !isMine && !takeOver) return { kind: request.kind, claim: before }
      const untilMs = nowMs + limits.requests.claimMs
      const change = { claimed_by: admin.id, claimed_by_name: admin.username, claimed_until: new Date(untilMs) }
      await changeRequest(transaction, id, 'pending', change)
      const detail = { before: request.claimedByName, after: admin.username }
      if (!isMine)
        await ctx.audit.append(transaction, { admin, action: `${request.kind}.claim`, target: id, detail, meta })
      return { kind: request.kind, claim: { adminId: admin.id, by: admin.username, until: isoTime(untilMs) } }
    })
    const isMine = claim.adminId === admin.id
    if (isMine) ctx.bus.signal(claimChanged, { kind, _id: id, claim })
    return { claim, isMine }
  }),
  handle(releaseRequest, async (ctx: Context, { admin, input: { id }, meta }) => {
    const { kind, claim } = await inTransaction(ctx.db, async (transaction) => {
      const request = await requireRequest(transaction, id, RequestKind.options, 'FOR UPDATE')
      const before = claimView(request, ctx.clock.now())
      if (before?.adminId !== admin.id) return { kind: request.kind, claim: before }
      const change = { claimed_by: null, claimed_by_name: null, claimed_until: null }
      await changeRequest(transaction, id, 'pending', change)
      await ctx.audit.append(transaction, { admin, action: `${request.kind}.release`, target: id, detail: {}, meta })
      return { kind: request.kind, claim: null }
    })
    if (claim === null) ctx.bus.signal(claimChanged, { kind, _id: id, claim })
    return { claim }
  }),
  handle(listRequestNotes, async ({ db }: Context, { input: { id } }) => {
    await requireRequest(db, id, RequestKind.options)
    return { notes: await readNotes(db, id) }
  }),
  handle(addRequestNote, (ctx: Context, { admin, input, meta }) =>
    inTransaction(ctx.db, async (transaction) => {
      // The lock keeps two notes from exceeding the limit together.
      const request = await requireRequest(transaction, input.id, RequestKind.options, 'FOR UPDATE')
      return { note: await addNote(ctx, transaction, request, input.text, { admin, meta }) }
    }),
  ),
]
