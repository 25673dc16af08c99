import { sumDeposits, sumMethods, sumWithdrawals } from '@kismet/contracts'
import type { RequestKind } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { sumRequests } from '../db/request-lists.ts'
import type { Choice } from '../db/request-lists.ts'
import { sumByMethod } from '../db/request-reports.ts'

/** The caller waits for 5 s in all. */
const withinMs = 3_600

/** A sum may read all requests, so it waits in the queue of searches. @throws Refusal `too_many_requests`, `unavailable` */
function sumOf(ctx: Context, kind: RequestKind, admin: Admin, choice: Choice): ReturnType<typeof sumRequests> {
  return ctx.search(admin.id, () =>
    inTransaction(ctx.db, async (db) => {
      await db.query(`SET LOCAL statement_timeout = ${withinMs}`)
      return sumRequests(db, { kind, admin, nowMs: ctx.clock.now() }, choice)
    }),
  )
}

/** What the requests of a list come to. */
export const requestSums: readonly Handler<Context>[] = [
  handle(sumDeposits, (ctx: Context, { admin, input }) => sumOf(ctx, 'deposit', admin, input)),
  handle(sumWithdrawals, (ctx: Context, { admin, input }) => sumOf(ctx, 'withdrawal', admin, input)),
  handle(sumMethods, async (ctx: Context, { input }) => ({ deposits: await sumByMethod(ctx.db, input) })),
]
