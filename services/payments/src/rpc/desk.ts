import {
  claimChanged,
  claimRequest,
  getApprovalSettings,
  limits,
  releaseRequest,
  RequestKind,
  setApprovalSettings,
} from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { changeRequest, requireRequest } from '../db/requests.ts'
import { readSettings } from '../db/settings.ts'
import { approvalSettingsView, claimView } from '../views.ts'
import { renewPayout } from '../work/pay-withdrawal.ts'
import { changeApprovals } from '../work/settings.ts'

/** Claims of requests, and the rule of approvals. */
export const desk: readonly Handler<Context>[] = [
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
  handle(getApprovalSettings, async (ctx: Context) => ({
    settings: approvalSettingsView(await readSettings(ctx.db), ctx.mode),
  })),
  handle(setApprovalSettings, async (ctx: Context, { admin, input, meta }) => ({
    settings: approvalSettingsView(await changeApprovals(ctx, { admin, meta }, input), ctx.mode),
  })),
]
