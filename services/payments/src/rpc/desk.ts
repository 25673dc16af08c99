import { hash } from 'node:crypto'
import {
  claimChanged,
  claimRequest,
  getApprovalSettings,
  Id,
  limits,
  releaseRequest,
  setApprovalSettings,
} from '@kismet/contracts'
import type { Output, RequestKind } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { changeApprovalSettings, lockApprovalSettings, readApprovalSettings } from '../db/approval-settings.ts'
import type { StoredApprovalSettings } from '../db/approval-settings.ts'
import { claim, claimsOf, lockClaim, release } from '../db/claims.ts'
import { findRequest } from '../db/decisions.ts'
import { claimView } from '../views.ts'
import { settingsChanges } from '../work/settings-mismatch.ts'

const versionLength = 16

type SettingsView = Output<typeof getApprovalSettings>['settings']

function settingsView({ secondAbovePaise, changedByName, changedAtMs }: StoredApprovalSettings): SettingsView {
  return {
    secondApprovalAbove: secondAbovePaise,
    version: hash('sha256', String(secondAbovePaise)).slice(0, versionLength),
    changedBy: changedByName,
    changedAt: changedAtMs === null ? null : isoTime(changedAtMs),
  }
}

async function requireRequest(ctx: Context, id: string): Promise<{ kind: RequestKind; isPending: boolean }> {
  const found = Id.safeParse(id).success ? await findRequest(ctx.db, id) : undefined
  if (found === undefined) throw new Refusal('not_found')
  return { kind: found.kind, isPending: found.status === 'pending' }
}

/** What admins say of requests before they decide them, and by which rule they decide. */
export const desk: readonly Handler<Context>[] = [
  handle(claimRequest, async (ctx: Context, { admin, input: { id, takeOver = false }, meta }) => {
    const { kind, isPending } = await requireRequest(ctx, id)
    if (!isPending) throw new Refusal('already_decided')
    const nowMs = ctx.clock.now()
    const isMine = await inTransaction(ctx.db, async (transaction) => {
      const before = await lockClaim(transaction, id)
      const wanted = { nowMs, untilMs: nowMs + limits.requests.claimMs, takeOver }
      if (!(await claim(transaction, id, admin, wanted))) return false
      // Going on with an own claim is no news.
      if (before?.adminId === admin.id && before.untilMs > nowMs) return true
      const detail = { before: before?.adminName ?? null, after: admin.username }
      await ctx.audit.append(transaction, { admin, action: `${kind}.claim`, target: id, detail, meta })
      return true
    })
    const stored = (await claimsOf(ctx.db, [id], nowMs)).get(id)
    // It has ended between the two: whoever asks again has it.
    if (stored === undefined) throw new Refusal('unavailable')
    const view = claimView(stored)
    if (isMine) ctx.bus.signal(claimChanged, { kind, _id: id, claim: view })
    return { claim: view, isMine: stored.adminId === admin.id }
  }),
  handle(releaseRequest, async (ctx: Context, { admin, input: { id }, meta }) => {
    const { kind } = await requireRequest(ctx, id)
    const isReleased = await inTransaction(ctx.db, async (transaction) => {
      if (!(await release(transaction, id, admin.id))) return false
      await ctx.audit.append(transaction, { admin, action: `${kind}.release`, target: id, detail: {}, meta })
      return true
    })
    if (isReleased) ctx.bus.signal(claimChanged, { kind, _id: id, claim: null })
    const stored = (await claimsOf(ctx.db, [id], ctx.clock.now())).get(id)
    return { claim: stored === undefined ? null : claimView(stored) }
  }),
  handle(getApprovalSettings, async (ctx: Context) => ({
    settings: settingsView(await readApprovalSettings(ctx.db)),
  })),
  handle(setApprovalSettings, async (ctx: Context, { admin, input, meta }) => {
    const settings = await inTransaction(ctx.db, async (transaction) => {
      const inUse = await lockApprovalSettings(transaction)
      if (input.version !== undefined && input.version !== settingsView(inUse).version)
        throw new Refusal('settings_changed')
      const changedAtMs = ctx.clock.now()
      const changed = { secondAbovePaise: input.secondApprovalAbove, changedByName: admin.username, changedAtMs }
      await changeApprovalSettings(transaction, changed)
      await ctx.audit.append(transaction, {
        admin,
        ...settingsChanges.approval,
        detail: { beforePaise: inUse.secondAbovePaise, afterPaise: changed.secondAbovePaise },
        meta,
      })
      return changed
    })
    return { settings: settingsView(settings) }
  }),
]
