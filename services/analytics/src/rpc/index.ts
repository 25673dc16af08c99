import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { accountStatementOperations } from './account-statement.ts'
import { auditOperations } from './audit-log.ts'
import { getChartsHandler } from './get-charts.ts'
import { getPlayerDayStatementHandler } from './get-player-day-statement.ts'
import { getTodayProfitLossHandler } from './get-today-profit-loss.ts'

/** Everything that analytics answers on the bus. */
export const operations: readonly Handler<Context>[] = [
  ...accountStatementOperations,
  getTodayProfitLossHandler,
  getPlayerDayStatementHandler,
  getChartsHandler,
  ...auditOperations,
]
