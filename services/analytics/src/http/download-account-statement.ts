import { downloadAccountStatement, statementFileRows, StatementFilters, StatementRow } from '@kismet/contracts'
import { sendCsv } from '@kismet/service-kit/csv'
import { handleStream } from '@kismet/service-kit/http-app'
import { requireInput } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { openStatement } from '../read/statement.ts'
import type { Statement } from '../read/statement.ts'

const columns = ['date', 'gameType', 'transaction', 'result', 'betAmount', 'payout', 'credit', 'closeBalance'] as const

/** Lines that are read before the first of them leaves. */
const rowsOfPart = 2_000

/** The lines of a file, as they are read: the next ones when the last have been taken. */
async function* linesOf(
  statement: Statement,
): AsyncGenerator<Record<(typeof columns)[number], string | number | null>> {
  for (let left = statementFileRows; left > 0; left -= rowsOfPart) {
    const rows = await statement.take(Math.min(rowsOfPart, left))
    for (const row of rows) {
      const { date, gameType, transaction, result, ...amounts } = StatementRow.encode(row)
      const { betAmount, payout, credit, closeBalance } = amounts
      yield { date, gameType, transaction, result, betAmount, payout, credit, closeBalance }
    }
    if (rows.length < rowsOfPart) return
  }
}

/** The whole statement through its filters. */
export const downloadAccountStatementHandler = handleStream(
  downloadAccountStatement,
  async (ctx: Context, { request, response, player }) => {
    const filters = requireInput(StatementFilters, request.query)
    const statement = await ctx.statements.run(player.id, () => openStatement(ctx, player.id, filters))
    const file = { name: 'statement', atMs: ctx.clock.now(), columns, lineEnd: 'unix' } as const
    await sendCsv(response, { ...file, rows: linesOf(statement) })
  },
)
