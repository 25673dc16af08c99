import type { Report } from '@kismet/contracts'
import { addDays, dayOf, daysOfPeriod, ReportPeriod } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { EmptyState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { DateField } from '../../core/date-range.tsx'
import { formatCount, NetAmount } from '../../core/format/amount.tsx'
import { formatDate, formatDay, formatMoment } from '../../core/format/time.ts'
import { Figure, Figures } from '../../core/figures/figures.tsx'
import { QueryState } from '../../core/table/query-state.tsx'
import { Page } from '../../entities/page/page.tsx'
import { ExportButtons } from '../../entities/queue/export-buttons.tsx'
import { useServerNow } from '../../core/use-now.ts'
import { AlertRulesPanel } from './alert-rules-panel.tsx'
import { BalancesPanel } from './balances-panel.tsx'
import { ReportMailPanel } from './report-mail-panel.tsx'
import { GamesPanel, MoneyPanel, WinsPanel } from './report-tables.tsx'
import { reportFile, useReport } from './reports-api.ts'
import styles from './reports.module.css'

const lengths = [
  { value: 'day', label: 'Day' },
  { value: 'month', label: 'Month' },
] as const

const monthLength = 7

/** The period in the address; yesterday without one. */
function usePeriod(today: string): [period: string, set: (period: string) => void] {
  const [params, setParams] = useSearchParams()
  const period = ReportPeriod.safeParse(params.get('period')).data ?? addDays(today, -1)
  return [period, (next) => setParams({ period: next })]
}

interface ChoiceProps {
  period: string
  today: string
  onPeriod: (period: string) => void
}

/** Chooses a day or a month. */
function PeriodChoice({ period, today, onPeriod }: ChoiceProps): ReactNode {
  const isMonth = period.length === monthLength
  const { to } = daysOfPeriod(period)
  return (
    <Row wrap gap={2}>
      <Segmented
        label="Length of the report"
        options={lengths}
        value={isMonth ? 'month' : 'day'}
        onChange={(value) => onPeriod(value === 'month' ? period.slice(0, monthLength) : to > today ? today : to)}
      />
      <DateField
        {...(isMonth
          ? { label: 'Month', type: 'month', max: today.slice(0, monthLength) }
          : { label: 'Day', max: today })}
        isBare
        required
        value={period}
        onValue={(next) => {
          if (ReportPeriod.safeParse(next).success) onPeriod(next)
        }}
      />
    </Row>
  )
}

function Summary({ report }: { report: Report }): ReactNode {
  const { total, deposits, withdrawalsPaid, activePlayers, firstDepositors } = report
  return (
    <Figures>
      <Figure name="GGR" note={`${formatCount(total.bets)} bets`} tone={total.ggr < 0 ? 'down' : undefined}>
        <NetAmount paise={total.ggr} />
      </Figure>
      <Figure name="Deposits less withdrawals paid" note={`${formatRupees(deposits.amount)} in`}>
        <NetAmount paise={deposits.amount - withdrawalsPaid.amount} />
      </Figure>
      <Figure name="Active players" note="with an ended bet">
        {formatCount(activePlayers)}
      </Figure>
      <Figure name="First deposits" note="players">
        {formatCount(firstDepositors)}
      </Figure>
    </Figures>
  )
}

interface ReportOfProps {
  period: string
  today: string
}

/** The time until which the figures of a period go that is not over. */
function soFar(period: string, readAt: string | undefined): string {
  if (readAt === undefined) return ', so far'
  const time = period.length === monthLength ? formatDay(readAt) : formatMoment(readAt).slice(0, 5)
  return `, so far, until ${time} IST`
}

/** The figures of a day or a month that has begun, and its balances. */
function ReportOf({ period, today }: ReportOfProps): ReactNode {
  const result = useReport({ period })
  const { from, to } = daysOfPeriod(period)
  const isOver = to < today
  return (
    <>
      <h2 className={styles.title}>
        Report of {from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`}
        {isOver ? ', IST' : soFar(period, result.currentData?.report.readAt)}
      </h2>
      <QueryState
        what="the report"
        result={result}
        fallback={
          <Panel title="Report" flush>
            <Skeleton variant="table" rows={7} label="Loading the report" />
          </Panel>
        }
      >
        {(answer) => (
          <>
            {!answer.report.isWhole && (
              <Notice tone="warn">Some days are missing. Run ./kismet rebuild-analytics to count them.</Notice>
            )}
            <Summary report={answer.report} />
            <GamesPanel report={answer.report} />
            <MoneyPanel report={answer.report} />
            <WinsPanel report={answer.report} />
          </>
        )}
      </QueryState>
      <BalancesPanel period={period} isOver={isOver} />
    </>
  )
}

/** The figures and balances of a day or a month, to read, print and take away. */
export function ReportsPage(): ReactNode {
  const today = dayOf(useServerNow(60_000))
  const [period, setPeriod] = usePeriod(today)
  const { from, to } = daysOfPeriod(period)
  const hasBegun = from <= today
  return (
    <Page>
      <Row wrap spread gap={2} className={styles.screen}>
        <PeriodChoice period={period} today={today} onPeriod={setPeriod} />
        {hasBegun && (
          <Row wrap gap={2}>
            <ExportButtons file={reportFile} query={{ period }} what="report" />
            <Button icon={Printer} onClick={() => window.print()}>
              Print
            </Button>
          </Row>
        )}
      </Row>
      {hasBegun ? (
        <ReportOf period={period} today={today} />
      ) : (
        <EmptyState icon={CalendarClock} title={`This ${from === to ? 'day' : 'month'} has not begun`}>
          A report begins at 00:00 IST on {formatDate(from)}.
        </EmptyState>
      )}
      <div className={styles.screen}>
        <ReportMailPanel />
      </div>
      <div className={styles.screen}>
        <AlertRulesPanel />
      </div>
    </Page>
  )
}
