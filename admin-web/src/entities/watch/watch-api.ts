import { getCharts, getPlayerDayStatement, getTodayProfitLoss } from '@kismet/contracts'
import type { ChartPeriod, Output } from '@kismet/contracts'
import type { PlainResult } from '../../core/table/table.ts'
import { pagesOf, queryOf } from '../session/from-contract.ts'

export type Charts = Output<typeof getCharts>
export type ChartPoint = Charts['points'][number]
export type DayPage = Output<typeof getTodayProfitLoss>
export type PlayerDay = DayPage['summary'][number]
export type DayLine = Output<typeof getPlayerDayStatement>['statements'][number]

/** The day of each player. */
export const listDay = pagesOf(getTodayProfitLoss, { providesTags: ['Watched'] })

/** A player's lines of the day. A player plays on: what was there a while ago is not shown as what is. */
export const listDayLines = pagesOf(getPlayerDayStatement, { keepUnusedDataFor: 0 })

/** Figures of the current day are refreshed regularly. */
const pollMs = 30_000

const useChartsOf = queryOf(getCharts, ['Watched'])

/** The charts of a period; of today by the hour, beside yesterday. */
export const useCharts = (period: ChartPeriod): PlainResult<Charts> & { readonly data?: Charts | undefined } =>
  useChartsOf({ period }, { pollingInterval: pollMs })
