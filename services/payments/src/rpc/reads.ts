import {
  adminGetDeposit,
  adminGetPlayerDeposited,
  adminGetWithdrawal,
  adminListDeposits,
  adminListWithdrawals,
  countPendingRequests,
  erasePlayer,
  getDepositSettings,
  Id,
  requestHints,
  RequestKind,
} from '@kismet/contracts'
import type { LimitPeriod, Paise } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { countWithoutRowToday } from '../db/approved-today.ts'
import { readPage } from '../db/request-lists.ts'
import type { List, ListQuery } from '../db/request-lists.ts'
import { countUnfinished, countWaiting, requireRequest } from '../db/requests.ts'
import { readSettings } from '../db/settings.ts'
import { readUsage } from '../db/usage.ts'
import { adminDepositViews, adminWithdrawalViews, depositSettingsView } from '../views.ts'
import { erasePlayer as erase } from '../work/erase.ts'
import { hintsOfDeposit, hintsOfWithdrawal } from '../work/find-hints.ts'

/** What a player's requests count against the limits of deposits. */
export async function depositedOf({ db, clock }: Context, playerId: string): Promise<Record<LimitPeriod, Paise>> {
  return (await readUsage(db, playerId, clock.now())).deposited
}

/** The one view of one row. */
export function first<View>([view]: readonly View[]): View {
  if (view === undefined) throw new Error('A row has no view')
  return view
}

/** The caller of a search waits for 5 s in all. */
const searchWithinMs = 3_600

/**
 * A page for an admin. A search waits in a bounded queue of all admins.
 * @throws Refusal `invalid_request`, `too_many_requests`; `unavailable` for a search that takes too long
 */
async function readForAdmin<Kind extends RequestKind>(ctx: Context, kind: Kind, admin: Admin, query: ListQuery) {
  const list: List<Kind> = { kind, admin, nowMs: ctx.clock.now() }
  if (query.search === undefined) return readPage(ctx.db, list, query)
  const search = () =>
    inTransaction(ctx.db, async (db) => {
      await db.query(`SET LOCAL statement_timeout = ${searchWithinMs}`)
      return readPage(db, list, query)
    })
  return ctx.search(admin.id, search)
}

/** What admins, services and visitors read. */
export const reads: readonly Handler<Context>[] = [
  handle(getDepositSettings, async (ctx: Context) => ({ settings: depositSettingsView(await readSettings(ctx.db)) })),
  handle(adminGetPlayerDeposited, (ctx: Context, { input: { id } }) => {
    if (!Id.safeParse(id).success) throw new Refusal('not_found')
    return depositedOf(ctx, id)
  }),
  handle(erasePlayer, async (ctx: Context, { input: { playerId }, meta }) => {
    await erase(ctx, playerId, meta.requestId)
    return {}
  }),
  handle(countPendingRequests, async (ctx: Context, { input: { playerId } }) => ({
    pending: await countUnfinished(ctx.db, playerId),
  })),
  handle(adminListDeposits, async (ctx: Context, { admin, input }) => {
    const { page, nextCursor } = await readForAdmin(ctx, 'deposit', admin, input)
    const { deposits: pending } = await countWaiting(ctx.db)
    const withoutRowToday = await countWithoutRowToday(ctx.db, ctx.clock.now())
    return { deposits: await adminDepositViews(ctx, page), nextCursor, pending, withoutRowToday }
  }),
  handle(adminListWithdrawals, async (ctx: Context, { admin, input }) => {
    const { page, nextCursor } = await readForAdmin(ctx, 'withdrawal', admin, input)
    const { withdrawals: pending } = await countWaiting(ctx.db)
    return { withdrawals: await adminWithdrawalViews(ctx, page, admin), nextCursor, pending }
  }),
  handle(adminGetDeposit, async (ctx: Context, { input: { id } }) => ({
    deposit: first(await adminDepositViews(ctx, [await requireRequest(ctx.db, id, ['deposit'])])),
  })),
  handle(adminGetWithdrawal, async (ctx: Context, { admin, input: { id } }) => ({
    withdrawal: first(await adminWithdrawalViews(ctx, [await requireRequest(ctx.db, id, ['withdrawal'])], admin)),
  })),
  handle(requestHints, async (ctx: Context, { admin, input: { id }, meta }) => {
    const request = await requireRequest(ctx.db, id, RequestKind.options)
    return request.kind === 'deposit'
      ? hintsOfDeposit(ctx, request, admin, meta.requestId)
      : hintsOfWithdrawal(ctx, request, admin, meta.requestId)
  }),
]
