import { exportBankRows } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { column } from '@kismet/service-kit/file-columns'
import type { Cell, FileColumn } from '@kismet/service-kit/file-columns'
import { handleStream } from '@kismet/service-kit/http-app'
import type { StreamHandler } from '@kismet/service-kit/http-app'
import { requireInput } from '@kismet/service-kit/refusal'
import { fileNameOf, sendTable } from '@kismet/service-kit/table-file'
import type { Context } from '../context.ts'
import { findRequests } from '../db/requests.ts'
import type { StoredRequest } from '../db/requests.ts'
import { matchStatement } from '../work/match-statement.ts'
import type { MatchedRow } from '../work/match-statement.ts'

const { text, number } = column
const columns: readonly FileColumn[] = [
  ...[number('Row'), text('Day'), text('Bank text'), text('Kind'), text('UTR'), column.amount('Amount')],
  ...[text('Match'), text('Reason'), text('Request'), text('Email'), column.amount('Asked amount'), text('Status')],
]

function cellsOfRow(row: MatchedRow, request: StoredRequest | undefined): readonly Cell[] {
  const bank = [row.row, row.day, row.text, row.kind, row.utr ?? row.reference, row.paise]
  const asked = request ? [request.id, request.playerEmail, request.amountPaise, request.status] : [row.requestId]
  return [...bank, row.tab, row.near ?? row.problem, ...asked, ...Array<null>(4 - asked.length).fill(null)]
}

/** Rows of a bank statement as a file. */
export const bankRowExports: readonly StreamHandler<Context>[] = [
  handleStream(exportBankRows, async (ctx: Context, call) => {
    const { admin, request, response } = call
    const { format = 'csv', ...filters } = requireInput(exportBankRows.query, request.query)
    const { kind, tab } = filters
    const { rows: all } = await ctx.search(admin.id, () => matchStatement(ctx, kind, filters.statement))
    const rows = all.filter((row) => tab === undefined || row.tab === tab)
    const found = await findRequests(
      ctx.db,
      kind,
      rows.flatMap(({ requestId }) => requestId ?? []),
    )
    const byId = new Map(found.map((one) => [one.id, one]))
    const detail = { format, filters: JSON.stringify(filters) }
    await inTransaction(ctx.db, (transaction) =>
      ctx.audit.append(transaction, { admin, action: 'bank-row.export', target: 'bank-row', detail, meta: call }),
    )
    const name = fileNameOf('bank-rows', daysOf(rows), [kind === 'deposit' ? 'deposits' : 'payouts', tab])
    const cells = rows.map((row) => cellsOfRow(row, byId.get(row.requestId ?? '')))
    await sendTable(response, { name, format, columns, rows: cells })
  }),
]

/** The first and the last day of rows. */
function daysOf(rows: readonly MatchedRow[]): { from?: string; to?: string } {
  const days = rows.map(({ day }) => day).sort()
  const [from] = days
  const to = days.at(-1)
  return from === undefined || to === undefined ? {} : { from, to }
}
