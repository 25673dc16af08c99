import {
  claimChanged,
  claimRequest,
  getApprovalSettings,
  limits,
  releaseRequest,
  RequestKind,
  setApprovalSettings,
} from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { claim, release } from '../db/claims.ts'
import { requireRequest } from '../db/requests.ts'
import { readSettings } from '../db/settings.ts'
import { approvalSettingsView, claimView } from '../views.ts'
import { change } from '../work/settings.ts'

/** Claims of requests, and the rule of approvals. */
export const desk: readonly Handler<Context>[] = [
  handle(claimRequest, async (ctx: Context, { admin, input: { id, takeOver = false }, meta }) => {
    const nowMs = ctx.clock.now()
    const claimed = await inTransaction(ctx.db, async (transaction) => {
      const { kind, status } = await requireRequest(transaction, id, RequestKind.options, 'FOR UPDATE')
      if (status !== 'pending') throw new Refusal('already_decided')
      const wanted = { nowMs, untilMs: nowMs + limits.requests.claimMs, takeOver }
      const done = await claim(transaction, id, admin, wanted)
      if (done === undefined || done.isProlonged) return done
      const detail = { before: done.beforeName, after: admin.username }
      await ctx.audit.append(transaction, { admin, action: `${kind}.claim`, target: id, detail, meta })
      return done
    })
    const request = claimed?.request ?? (await requireRequest(ctx.db, id, RequestKind.options))
    const view = claimView(request, nowMs)
    // The claim of the other admin, or the request, has ended in between.
    if (view === null) throw new Refusal('unavailable')
    if (claimed !== undefined) ctx.bus.signal(claimChanged, { kind: request.kind, _id: id, claim: view })
    return { claim: view, isMine: view.adminId === admin.id }
  }),
  handle(releaseRequest, async (ctx: Context, { admin, input: { id }, meta }) => {
    const { kind } = await requireRequest(ctx.db, id, RequestKind.options)
    const isReleased = await inTransaction(ctx.db, async (transaction) => {
      if (!(await release(transaction, id, admin.id))) return false
      await ctx.audit.append(transaction, { admin, action: `${kind}.release`, target: id, detail: {}, meta })
      return true
    })
    if (isReleased) ctx.bus.signal(claimChanged, { kind, _id: id, claim: null })
    const request = await requireRequest(ctx.db, id, RequestKind.options)
    return { claim: claimView(request, ctx.clock.now()) }
  }),
  handle(getApprovalSettings, async (ctx: Context) => ({
    settings: approvalSettingsView(await readSettings(ctx.db)),
  })),
  handle(setApprovalSettings, async (ctx: Context, { admin, input, meta }) => {
    const { version: seenVersion, secondApprovalAbove: secondAbovePaise } = input
    const settings = await change(ctx, 'approval', { admin, meta, seenVersion }, (_transaction, inUse) =>
      Promise.resolve({
        changed: { secondAbovePaise, changedByName: admin.username, changedAtMs: ctx.clock.now() },
        detail: { beforePaise: inUse.secondAbovePaise, afterPaise: secondAbovePaise },
      }),
    )
    return { settings: approvalSettingsView(settings) }
  }),
]
