import { getCharts, paise } from '@kismet/contracts'
import type { ChartPoint } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { chartOf } from '../domain/charts.ts'
import type { Point } from '../domain/charts.ts'
import { knownHours } from '../read/today.ts'

export const getChartsHandler = handle(getCharts, async (ctx: Context, { input: { period } }) => {
  const { by, points, before } = chartOf(period, ctx.clock.now(), await knownHours(ctx))
  return { by, points: points.map(viewOf), before: before.map(viewOf) }
})

function viewOf(point: Point): ChartPoint {
  return {
    at: isoTime(point.atMs),
    bets: point.bets,
    betsAmount: paise(point.betsPaise),
    ggr: paise(point.betsPaise - point.payoutsPaise),
    deposits: point.deposits,
    depositsAmount: paise(point.depositsPaise),
    withdrawals: point.withdrawals,
    withdrawalsAmount: paise(point.withdrawalsPaise),
    online: point.online,
  }
}
