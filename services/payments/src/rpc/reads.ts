import {
  adminGetDeposit,
  adminGetPlayerDeposited,
  adminGetWithdrawal,
  adminListDeposits,
  adminListWithdrawals,
  countPendingRequests,
  erasePlayer,
  getHandover,
  Id,
  readWaiting,
  requestHints,
  RequestKind,
  sumDeposits,
  sumMethods,
  sumWithdrawals,
  withdrawalHints,
} from '@kismet/contracts'
import type { LimitPeriod, Paise } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { countWithoutRowToday } from '../db/approved-today.ts'
import { readHandover, readPage, sumByMethod, sumRequests } from '../db/request-lists.ts'
import type { Choice, List, ListQuery } from '../db/request-lists.ts'
import { countUnfinished, countWaiting, findRequests, readWaitingRequests, requireRequest } from '../db/requests.ts'
import { readUsage } from '../db/usage.ts'
import { adminDepositViews, adminWithdrawalViews } from '../views.ts'
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

/** Runs a search in the bounded queue of all admins. @throws Refusal `too_many_requests`; `unavailable` when it takes too long */
function searchFor<T>(ctx: Context, admin: Admin, work: (db: Queryable) => Promise<T>): Promise<T> {
  return ctx.search(admin.id, () =>
    inTransaction(ctx.db, async (db) => {
      await db.query(`SET LOCAL statement_timeout = ${searchWithinMs}`)
      return work(db)
    }),
  )
}

/** A page for an admin. @throws Refusal `invalid_request`, and as `searchFor` */
function readForAdmin<Kind extends RequestKind>(ctx: Context, kind: Kind, admin: Admin, query: ListQuery) {
  const list: List<Kind> = { kind, admin, nowMs: ctx.clock.now() }
  if (query.search === undefined) return readPage(ctx.db, list, query)
  return searchFor(ctx, admin, (db) => readPage(db, list, query))
}

/** What the requests of a list come to. A sum may read all requests. */
function sumOf(ctx: Context, kind: RequestKind, admin: Admin, choice: Choice): ReturnType<typeof sumRequests> {
  return searchFor(ctx, admin, (db) => sumRequests(db, { kind, admin, nowMs: ctx.clock.now() }, choice))
}

/** What admins, services and visitors read. */
export const reads: readonly Handler<Context>[] = [
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
  handle(readWaiting, ({ db }: Context) => readWaitingRequests(db)),
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
  handle(withdrawalHints, async (ctx: Context, { admin, input: { ids }, meta }) => {
    const hints = []
    // One after the other, because each asks the wallet.
    for (const one of await findRequests(ctx.db, 'withdrawal', ids)) {
      const { hints: found, unknown } = await hintsOfWithdrawal(ctx, one, admin, meta.requestId)
      hints.push({ _id: one.id, hints: found.map(({ hint }) => hint), unknown })
    }
    return { hints }
  }),
  handle(sumDeposits, (ctx: Context, { admin, input }) => sumOf(ctx, 'deposit', admin, input)),
  handle(sumWithdrawals, (ctx: Context, { admin, input }) => sumOf(ctx, 'withdrawal', admin, input)),
  handle(sumMethods, async (ctx: Context, { input }) => ({ deposits: await sumByMethod(ctx.db, input) })),
  handle(getHandover, async (ctx: Context, { admin, input }) => ({
    rows: await ctx.search(admin.id, () => readHandover(ctx.db, input)),
    pending: await countWaiting(ctx.db),
  })),
]
