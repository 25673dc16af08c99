import { accountNames, exportReport, indiaTime, movementNames, ReportPeriod } from '@kismet/contracts'
import type { Output, Report } from '@kismet/contracts'
import type { getBalances } from '@kismet/contracts'
import { handleStream } from '@kismet/service-kit/http-app'
import { isRefusal, requireInput } from '@kismet/service-kit/refusal'
import { fileNameOf, sendTable } from '@kismet/service-kit/table-file'
import { column } from '@kismet/service-kit/file-columns'
import type { Cell, FileColumn } from '@kismet/service-kit/file-columns'
import type { Context } from '../context.ts'
import { readBalances, readReport } from '../read/report.ts'

type Balances = Output<typeof getBalances>

const { text, number, amount, time } = column
const columns: readonly FileColumn[] = [
  ...[text('Part'), text('Of'), number('Count')],
  ...[amount('Stakes'), amount('Payouts'), amount('Amount'), time('At')],
]

/** The lines of a report as a file has them. The amount of bets is the GGR. */
export function linesOf(report: Report, balances: Balances | null): readonly (readonly Cell[])[] {
  const bets = (of: string, { bets: count, stakes, payouts, ggr }: Report['total']): readonly Cell[] => [
    ...['GGR', of, count, stakes, payouts, ggr, null],
  ]
  const { deposits, withdrawalsPaid, bonuses, corrections, from, to } = report
  return [
    line('Report of', [from === to ? from : `${from} to ${to}`, soFar(report)].join(''), null, null),
    ...report.games.map(({ game, ...sums }) => bets(game, sums)),
    bets('All games', report.total),
    ...(report.depositsByMethod ?? []).map(({ method, count, amount }) =>
      line('Deposits by method', method, count, amount),
    ),
    line('Deposits', 'All', deposits.count, deposits.amount),
    line('Withdrawals paid', 'Bank transfer', withdrawalsPaid.count, withdrawalsPaid.amount),
    line('Bonuses', 'All', bonuses.count, bonuses.amount),
    line('Corrections', 'Added', corrections.added.count, corrections.added.amount),
    line('Corrections', 'Taken', corrections.taken.count, 0 - corrections.taken.amount),
    line('Players', 'First deposit', report.firstDepositors, null),
    line('Players', 'With bets', report.activePlayers, null),
    ...report.largestWins.map(({ playerId, email, game, stake, payout, at }): readonly Cell[] => [
      ...['Largest wins', `${game}, ${email ?? playerId}`, null, stake, payout, payout - stake, Date.parse(at)],
    ]),
    ...(balances === null ? [] : balanceLines(balances, soFar(report))),
  ]
}

/** Until when the figures of a period go that is not over. */
function soFar({ isOver, readAt, from, to }: Report): string {
  if (isOver) return ''
  const time = indiaTime(Date.parse(readAt)).slice(0, 'YYYY-MM-DD HH:MM'.length)
  return `, so far, until ${from === to ? time.slice('YYYY-MM-DD '.length) : time} IST`
}

const line = (part: string, of: string, count: number | null, amount: number | null): readonly Cell[] => [
  ...[part, of, count, null, null, amount, null],
]

/** Each account from its opening balance by its movements to its closing balance. */
function balanceLines(
  { opening, movements, closing, proof, entries, total }: Balances,
  until: string,
): (readonly Cell[])[] {
  const names = Object.keys(accountNames) as (keyof typeof accountNames)[]
  const kinds = Object.keys(movementNames) as (keyof typeof movementNames)[]
  const ofAccount = (name: (typeof names)[number]) => {
    const step = (of: string, amount: number) => line(`Account: ${accountNames[name]}`, of, null, amount)
    const close = step(`Closing balance${until}`, closing[name])
    if (opening === null) return [close]
    const moves = kinds.map((kind) => step(movementNames[kind], movements[kind][name]))
    return [step('Opening balance', opening[name]), ...moves, close]
  }
  return [...names.flatMap(ofAccount), line(`Sum of the closing balances${until}`, proof, entries, total)]
}

/** A report as a file. Unknown balances are left out. */
export const exportReportHandler = handleStream(exportReport, async (ctx: Context, { request, response, admin }) => {
  const period = requireInput(ReportPeriod, request.params.period)
  const { format = 'csv' } = requireInput(exportReport.query, request.query)
  const { name, rows } = await ctx.statements.run(admin.id, async () => {
    const report = await readReport(ctx, period)
    const balances = await readBalances(ctx, period).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      return null
    })
    const name = fileNameOf('report', {}, [period, report.isOver ? undefined : 'so-far'])
    return { name, rows: linesOf(report, balances) }
  })
  await sendTable(response, { name, format, columns, rows })
})
