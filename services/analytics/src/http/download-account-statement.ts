import { downloadAccountStatement, statementFileRows, StatementFilters } from '@kismet/contracts'
import { handleStream } from '@kismet/service-kit/http-app'
import { requireInput } from '@kismet/service-kit/refusal'
import { asOfName, sendTable } from '@kismet/service-kit/table-file'
import { column } from '@kismet/service-kit/file-columns'
import type { Cell, FileColumn } from '@kismet/service-kit/file-columns'
import type { Context } from '../context.ts'
import { openStatement } from '../read/statement.ts'
import type { Statement } from '../read/statement.ts'

const { amount, text, time } = column
const columns: readonly FileColumn[] = [
  ...[time('date'), text('gameType'), text('transaction'), text('result')],
  ...[amount('betAmount'), amount('payout'), amount('credit'), amount('closeBalance')],
]

/** Lines that are read before the first of them leaves. */
const rowsOfPart = 2_000

/** The lines of a file, as they are read: the next ones when the last have been taken. */
export async function* linesOf(statement: Statement, most: number): AsyncGenerator<readonly Cell[]> {
  for (let left = most; left > 0; left -= rowsOfPart) {
    const rows = await statement.take(Math.min(rowsOfPart, left))
    for (const { date, gameType, transaction, result, betAmount, payout, credit, closeBalance } of rows)
      yield [Date.parse(date), gameType, transaction, result, betAmount, payout, credit, closeBalance]
    if (rows.length < rowsOfPart) return
  }
}

/** The whole statement through its filters. */
export const downloadAccountStatementHandler = handleStream(
  downloadAccountStatement,
  async (ctx: Context, { request, response, player }) => {
    const filters = requireInput(StatementFilters, request.query)
    const statement = await ctx.statements.run(player.id, () => openStatement(ctx, player.id, filters))
    const name = asOfName('statement', ctx.clock.now())
    await sendTable(response, { name, format: 'csv', columns, rows: linesOf(statement, statementFileRows) })
  },
)
