import { addDays, dayOf, inRupees, mailReport, startOfDay } from '@kismet/contracts'
import type { Input, Report } from '@kismet/contracts'
import type { Work } from '@kismet/service-kit/loop'
import type { Context } from './context.ts'
import { readReport } from './read/report.ts'

/** The day has ended for so long: late entries have come. */
const afterMidnightMs = 10 * 60_000

const rupees = (paise: number) => inRupees(paise / 100)

/** The lines of the mail. */
export function mailLinesOf(report: Report): Input<typeof mailReport>['lines'] {
  const { games, total, deposits, withdrawalsPaid, bonuses, corrections } = report
  const line = (name: string, value: string) => ({ name, value })
  return [
    line('GGR', rupees(total.ggr)),
    ...games
      .filter(({ bets }) => bets > 0)
      .map(({ game, ggr, bets }) => line(`GGR of ${game}, ${bets} bets`, rupees(ggr))),
    line(`Deposits, ${deposits.count}`, rupees(deposits.amount)),
    line(`Withdrawals paid, ${withdrawalsPaid.count}`, rupees(withdrawalsPaid.amount)),
    line(`Bonuses, ${bonuses.count}`, rupees(bonuses.amount)),
    line(`Corrections, ${corrections.added.count} added`, rupees(corrections.added.amount)),
    line(`Corrections, ${corrections.taken.count} taken`, rupees(0 - corrections.taken.amount)),
    line('Active players', String(report.activePlayers)),
    line('First deposits', String(report.firstDepositors)),
  ]
}

/**
 * Asks auth to mail the report of yesterday, once this process has not asked for that day. Auth mails each day once,
 * whichever replica asks. A day that is not known as a whole is not mailed. After a downtime the newest day is mailed, and earlier days are not.
 */
export function mailDailyReport(ctx: Context): Work {
  let asked = ''
  return async () => {
    const nowMs = ctx.clock.now()
    const today = dayOf(nowMs)
    const day = addDays(today, -1)
    if (asked === day || nowMs < startOfDay(today) + afterMidnightMs) return
    const report = await readReport(ctx, day)
    if (!report.isWhole) return
    await ctx.bus.call(mailReport, { day, lines: mailLinesOf(report) }, { requestId: 'daily-report' })
    asked = day
  }
}
