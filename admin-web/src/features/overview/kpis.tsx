import { limits } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { Spark } from '../../core/chart/bar-chart.tsx'
import { Figure, Figures } from '../../core/figures/figures.tsx'
import { formatCount, NetAmount } from '../../core/format/amount.tsx'
import { useGetPendingCountQuery } from '../../entities/queue/pending-counts.ts'
import { ledgerPollMs, useGetLedgerStateQuery } from '../../entities/site/settings-api.ts'
import { useGetOnlineUsersQuery } from '../../entities/site/site-api.ts'
import { useCharts } from '../../entities/watch/watch-api.ts'
import type { DayFigures } from './day-figures.ts'
import { dayFiguresOf } from './day-figures.ts'
import styles from './overview.module.css'

const unknown = '-'

/** GGR against yesterday's. */
function Growth({ growth }: Pick<DayFigures, 'growth'>): ReactNode {
  if (growth === null) return 'stakes less payouts'
  const { percent, until } = growth
  return (
    <>
      <span className={classNames(textClass(percent < 0 ? 'loss' : 'win'), styles.growth)}>
        <Icon of={percent < 0 ? ArrowDown : ArrowUp} size="s" />
        <span className={textClass('sr')}>{percent < 0 ? 'down ' : 'up '}</span>
        {Math.abs(percent).toFixed(1)}%
      </span>{' '}
      on yesterday to {until}
    </>
  )
}

/** What withdrawals hold that are requested and not paid. */
function Held(): ReactNode {
  const { data: ledger } = useGetLedgerStateQuery({}, { pollingInterval: ledgerPollMs })
  const { data: queue } = useGetPendingCountQuery('withdrawal')
  if (!ledger || !queue) return null
  return `. ${formatRupeesShort(ledger.heldTotal)} held, ${formatCount(queue.pending)} requested`
}

/** The figures of the day. An unknown figure is a dash, never a guess. A stale figure has a note. */
export function Kpis(): ReactNode {
  const { data: online, error: onlineError } = useGetOnlineUsersQuery({}, { pollingInterval: limits.onlineUsersPollMs })
  const { data: charts, error } = useCharts('today')
  const day = charts && dayFiguresOf(charts)
  /** `note` is about a loaded figure. */
  const noteOf = (note: ReactNode | undefined): ReactNode =>
    error ? (day ? 'stale: analytics does not answer' : 'analytics does not answer') : (note ?? unknown)
  return (
    <Figures>
      <Figure
        name={
          <>
            <Icon of={Users} size="s" />
            Online users
          </>
        }
        note={
          onlineError
            ? 'unknown'
            : day?.peak
              ? `peak today ${formatCount(day.peak.online)}, from ${day.peak.at}`
              : 'players with the casino open'
        }
        drawing={charts && <Spark values={charts.points.map((point) => point.online)} />}
      >
        {online && !onlineError ? formatCount(online.count) : unknown}
      </Figure>
      <Figure
        name="GGR today"
        note={noteOf(day && <Growth growth={day.growth} />)}
        drawing={charts && <Spark values={charts.points.map(({ ggr }) => ggr)} />}
      >
        {day ? <NetAmount paise={day.ggr} /> : unknown}
      </Figure>
      <Figure name="Hold today" note={noteOf(day && `of ${formatRupees(day.staked)} staked`)}>
        {day && day.holdPercent !== null ? (
          <>
            {day.holdPercent.toFixed(2).replace('-', '\u2212')}
            <small>%</small>
          </>
        ) : (
          unknown
        )}
      </Figure>
      <Figure
        name="Deposits less withdrawals paid"
        note={
          <>
            {noteOf(day && `${formatRupeesShort(day.deposited)} in, ${formatRupeesShort(day.withdrawn)} paid`)}
            <Held />
          </>
        }
      >
        {day ? <NetAmount paise={day.deposited - day.withdrawn} /> : unknown}
      </Figure>
    </Figures>
  )
}
