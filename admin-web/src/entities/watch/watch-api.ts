import { getCharts, getPlayerDayStatement, getTodayProfitLoss } from '@kismet/contracts'
import type { ChartPeriod, Input, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import type { PlainResult } from '../../core/table/table.ts'
import { fromContract, inPages } from '../session/from-contract.ts'

export type Charts = Output<typeof getCharts>
export type ChartPoint = Charts['points'][number]
export type DayPage = Output<typeof getTodayProfitLoss>
type DayQuery = Pick<Input<typeof getTodayProfitLoss>, 'search' | 'sort' | 'order'>
type StatementPage = Output<typeof getPlayerDayStatement>
export type PlayerDay = DayPage['summary'][number]
export type DayLine = StatementPage['statements'][number]

/** What admins watch: charts, the day of each player, and a player's lines of it. */
const watchApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCharts: build.query({ ...fromContract(getCharts), providesTags: ['Watched'] }),
    listDay: build.infiniteQuery<DayPage, DayQuery, string | null>({
      ...inPages(fromContract(getTodayProfitLoss).queryFn, 50),
      providesTags: ['Watched'],
    }),
    listDayLines: build.infiniteQuery<StatementPage, { userId: string }, string | null>({
      ...inPages(fromContract(getPlayerDayStatement).queryFn, 50),
      // A player plays on: what was there a while ago is not shown as what is.
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useListDayInfiniteQuery, useListDayLinesInfiniteQuery } = watchApi

/** Figures of the current day are refreshed regularly. */
const pollMs = 30_000

/** The charts of a period; of today by the hour, beside yesterday. */
export const useCharts = (period: ChartPeriod): PlainResult<Charts> & { readonly data?: Charts | undefined } =>
  watchApi.useGetChartsQuery({ period }, { pollingInterval: pollMs })
