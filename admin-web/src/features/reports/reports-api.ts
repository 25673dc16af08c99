import { exportReport, getBalances, getReport } from '@kismet/contracts'
import { z } from 'zod'
import { api } from '../../core/api.ts'
import type { ServerFile } from '../../entities/queue/use-export.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

const read = { providesTags: ['Watched'] as const }

export const { useGetReportQuery, useGetBalancesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getReport: build.query({ ...fromContract(getReport), ...read }),
    getBalances: build.query({ ...fromContract(getBalances), ...read }),
  }),
})

/** The file of a report. The period is in its path. */
export const reportFile: ServerFile<{ period: string }> = {
  route: exportReport.route,
  query: z.object({ period: z.string() }),
}
