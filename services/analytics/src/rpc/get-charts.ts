import { getCharts } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { chartOf } from '../domain/charts.ts'
import { knownHours } from '../read/today.ts'

export const getChartsHandler = handle(getCharts, async (ctx: Context, { input: { period } }) =>
  chartOf(period, ctx.clock.now(), await knownHours(ctx)),
)
