import { limits } from '@kismet/contracts'
import { classNames } from '@kismet/ui/class-names.ts'
import { formatNet, formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { Amount, formatCount } from '../../core/format/amount.tsx'
import { useGetOnlineUsersQuery } from '../../entities/site/site-api.ts'
import type { DayFigures } from './day-figures.ts'
import { dayFiguresOf } from './day-figures.ts'
import styles from './overview.module.css'
import { Spark } from './spark.tsx'
import { useDay } from './use-day.ts'

interface KpiProps {
  name: ReactNode
  children: ReactNode
  note: ReactNode
  /** The figure over the day. */
  course?: readonly (number | null)[] | undefined
}

function Kpi({ name, children, note, course }: KpiProps): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.value}>{children}</dd>
      <dd className={styles.remark}>{note}</dd>
      {course && (
        <dd aria-hidden="true">
          <Spark values={course} />
        </dd>
      )}
    </div>
  )
}

const unknown = '-'

/** GGR against yesterday's. */
function Growth({ growth }: Pick<DayFigures, 'growth'>): ReactNode {
  if (growth === null) return 'stakes less winnings'
  const { percent, until } = growth
  return (
    <>
      <span className={classNames(percent < 0 ? styles.down : styles.up)}>
        <Icon of={percent < 0 ? ArrowDown : ArrowUp} size="s" />
        <span className="sr">{percent < 0 ? 'down ' : 'up '}</span>
        {Math.abs(percent).toFixed(1)}%
      </span>{' '}
      on yesterday to {until}
    </>
  )
}

/** A sum with its sign, its paise small. */
function Net({ paise }: { paise: number }): ReactNode {
  const [rupees, rest] = formatNet(paise).split('.')
  return (
    <>
      {rupees}
      <small>.{rest}</small>
    </>
  )
}

/** The figures of the day. What is not known is a dash and says so, never a guess; what was known, and is asked in vain since, says that too. */
export function Kpis(): ReactNode {
  const { data: online, isError: isOnlineLost } = useGetOnlineUsersQuery(
    {},
    { pollingInterval: limits.onlineUsersPollMs },
  )
  const { data: charts, error } = useDay()
  const day = charts && dayFiguresOf(charts)
  /** `note` belongs to what has come. */
  const noteOf = (note: ReactNode | undefined): ReactNode =>
    error ? (day ? 'as last known: analytics does not answer' : 'analytics does not answer') : (note ?? unknown)
  return (
    <dl className={styles.kpis}>
      <Kpi
        name={
          <>
            <Icon of={Users} size="s" />
            Online users
          </>
        }
        note={
          isOnlineLost
            ? 'not known now'
            : day?.peak
              ? `peak today ${formatCount(day.peak.online)}, from ${day.peak.at}`
              : 'players with the casino open'
        }
        course={charts?.points.map((point) => point.online)}
      >
        {online && !isOnlineLost ? formatCount(online.count) : unknown}
      </Kpi>
      <Kpi
        name="GGR today"
        note={noteOf(day && <Growth growth={day.growth} />)}
        course={charts?.points.map(({ ggr }) => ggr)}
      >
        {day ? <Amount paise={day.ggr} /> : unknown}
      </Kpi>
      <Kpi name="Hold today" note={noteOf(day && `of ${formatRupees(day.staked)} staked`)}>
        {day && day.holdPercent !== null ? (
          <>
            {day.holdPercent.toFixed(2).replace('-', '\u2212')}
            <small>%</small>
          </>
        ) : (
          unknown
        )}
      </Kpi>
      <Kpi
        name="Deposits less withdrawals"
        note={noteOf(day && `${formatRupeesShort(day.deposited)} in, ${formatRupeesShort(day.withdrawn)} out`)}
      >
        {day ? <Net paise={day.deposited - day.withdrawn} /> : unknown}
      </Kpi>
    </dl>
  )
}
