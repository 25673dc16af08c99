import { dayOf, exportHandover } from '@kismet/contracts'
import { handleStream } from '@kismet/service-kit/http-app'
import { requireInput } from '@kismet/service-kit/refusal'
import { fileNameOf, sendTable } from '@kismet/service-kit/table-file'
import type { FileColumn } from '@kismet/service-kit/file-columns'
import type { Context } from '../context.ts'
import { readHandover } from '../db/request-reports.ts'

const columns: readonly FileColumn[] = [
  ...(['Admin', 'Kind', 'Method'] as const).map((title) => ({ title, kind: 'text' }) as const),
  { title: 'Approved', kind: 'number' },
  { title: 'Approved amount', kind: 'amount' },
  { title: 'Rejected', kind: 'number' },
  { title: 'Rejected amount', kind: 'amount' },
  { title: 'Median wait in s', kind: 'number' },
  { title: 'Longest wait in s', kind: 'number' },
  { title: 'Shift from', kind: 'time' },
  { title: 'Shift to', kind: 'time' },
]
const seconds = (ms: number) => Math.round(ms / 1_000)

/** The handover of a shift as a file. */
export const exportHandoverHandler = handleStream(
  exportHandover,
  async (ctx: Context, { request, response, admin }) => {
    const { format = 'csv', ...shift } = requireInput(exportHandover.query, request.query)
    const rows = await ctx.search(admin.id, () => readHandover(ctx.db, shift))
    const [fromMs, toMs] = [Date.parse(shift.from), Date.parse(shift.to)]
    const lines = rows.map(({ by, kind, method, medianMs, longestMs, ...sums }) => [
      ...[by, kind, method, sums.approved, sums.approvedAmount, sums.rejected, sums.rejectedAmount],
      ...[seconds(medianMs), seconds(longestMs), fromMs, toMs],
    ])
    const name = fileNameOf('handover', { from: dayOf(fromMs), to: dayOf(toMs - 1) }, [])
    await sendTable(response, { name, format, columns, rows: lines })
  },
)
