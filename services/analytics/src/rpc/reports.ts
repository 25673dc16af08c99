import { getBalances, getReport } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { readBalances, readReport } from '../read/report.ts'

/** Reports of a day or a month, and its balances. */
export const reportOperations: readonly Handler<Context>[] = [
  handle(getReport, async (ctx: Context, { input: { period }, admin }) => ({
    report: await ctx.statements.run(admin.id, () => readReport(ctx, period)),
  })),
  handle(getBalances, (ctx: Context, { input: { period }, admin }) =>
    ctx.statements.run(admin.id, () => readBalances(ctx, period)),
  ),
]
