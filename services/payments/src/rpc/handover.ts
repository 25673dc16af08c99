import { getHandover } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { readHandover } from '../db/request-reports.ts'
import { countWaiting } from '../db/requests.ts'

/** What a shift decided, and what it leaves. */
export const handovers: readonly Handler<Context>[] = [
  handle(getHandover, async (ctx: Context, { admin, input }) => ({
    rows: await ctx.search(admin.id, () => readHandover(ctx.db, input)),
    pending: await countWaiting(ctx.db),
  })),
]
