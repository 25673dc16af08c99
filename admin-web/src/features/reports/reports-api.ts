import { exportReport, getBalances, getReport } from '@kismet/contracts'
import { z } from 'zod'
import type { ServerFile } from '../../entities/queue/use-export.ts'
import { queryOf } from '../../entities/session/from-contract.ts'

export const useReport = queryOf(getReport, ['Watched'])
export const useBalances = queryOf(getBalances, ['Watched'])

/** The file of a report. The period is in its path. */
export const reportFile: ServerFile<{ period: string }> = {
  route: exportReport.route,
  query: z.object({ period: z.string() }),
}
