import { exportReport, ReportPeriod } from '@kismet/contracts'
import type { Output, Report } from '@kismet/contracts'
import type { getBalances } from '@kismet/contracts'
import { handleStream } from '@kismet/service-kit/http-app'
import { isRefusal, requireInput } from '@kismet/service-kit/refusal'
import { fileNameOf, sendTable } from '@kismet/service-kit/table-file'
import { column } from '@kismet/service-kit/file-columns'
import type { Cell, FileColumn } from '@kismet/service-kit/file-columns'
import type { Context } from '../context.ts'
import { readBalances, readReport } from '../read/report.ts'

const { text, number, amount, time } = column
const columns: readonly FileColumn[] = [
  ...[text('Part'), text('Of'), number('Count')],
  ...[amount('Stakes'), amount('Payouts'), amount('Amount'), time('At')],
]

/** The lines of a report as a file has them. The amount of bets is the GGR. */
export function linesOf(report: Report, balances: Output<typeof getBalances> | null): readonly (readonly Cell[])[] {
  const line = (part: string, of: string, count: number | null, amount: number | null): readonly Cell[] => [
    ...[part, of, count, null, null, amount, null],
  ]
  const bets = (of: string, { bets: count, stakes, payouts, ggr }: Report['total']): readonly Cell[] => [
    ...['GGR', of, count, stakes, payouts, ggr, null],
  ]
  const { deposits, payouts, bonuses, corrections } = report
  return [
    ...report.games.map(({ game, ...sums }) => bets(game, sums)),
    bets('All games', report.total),
    ...(report.depositsByMethod ?? []).map(({ method, count, amount }) =>
      line('Deposits by method', method, count, amount),
    ),
    line('Deposits', 'All', deposits.count, deposits.amount),
    line('Withdrawals paid', 'Bank transfer', payouts.count, payouts.amount),
    line('Bonuses', 'All', bonuses.count, bonuses.amount),
    line('Corrections', 'Added', corrections.count, corrections.added),
    line('Corrections', 'Taken', null, corrections.taken),
    line('Players', 'First deposit', report.firstDepositors, null),
    line('Players', 'With bets', report.activePlayers, null),
    ...report.largestWins.map(({ playerId, email, game, stake, payout, at }): readonly Cell[] => [
      ...['Largest wins', `${game}, ${email ?? playerId}`, null, stake, payout, payout - stake, Date.parse(at)],
    ]),
    ...(balances === null ? [] : Object.entries(balances.accounts)).map(([name, amount]) =>
      line(`Balances at the end of ${report.to}`, accountNames[name] ?? name, null, amount),
    ),
    ...(balances === null ? [] : [line('Sum of the balances', balances.proof, balances.entries, balances.total)]),
  ]
}

const accountNames: Readonly<Record<string, string>> = {
  players: 'Players',
  openStakes: 'Open stakes',
  held: 'Held withdrawals',
  house: 'House',
  outside: 'Cash in and out',
  bonus: 'Bonuses',
}

/** A report as a file. Unknown balances are left out. */
export const exportReportHandler = handleStream(exportReport, async (ctx: Context, { request, response, admin }) => {
  const period = requireInput(ReportPeriod, request.params.period)
  const { format = 'csv' } = requireInput(exportReport.query, request.query)
  const lines = await ctx.statements.run(admin.id, async () => {
    const report = await readReport(ctx, period)
    const balances = await readBalances(ctx, report.to).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      return null
    })
    return linesOf(report, balances)
  })
  await sendTable(response, { name: fileNameOf('report', {}, [period]), format, columns, rows: lines })
})
