import type { PlayLimit } from '@kismet/contracts'
import { classNames } from '@kismet/ui/class-names.ts'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useSessionTime } from '../../entities/balance/balance.tsx'
import type { Session } from '../../entities/session/storage.ts'
import styles from './safer-play.module.css'

/** Of a row of figures. */
export const figuresHeightPx = 58

/** How much of a limit is used, whether one is set or not. */
function usedPaise(limits: readonly PlayLimit[], type: 'loss' | 'wager', period: 'day' | 'month'): number {
  return limits.find((limit) => limit.type === type && limit.period === period)?.used ?? 0
}

/** What bets have come to in a period: what is lost, with the other sign; open bets count as lost. */
function Net({
  name,
  limits,
  period,
}: {
  name: string
  limits: readonly PlayLimit[]
  period: 'day' | 'month'
}): ReactNode {
  const netPaise = 0 - usedPaise(limits, 'loss', period)
  return (
    <div>
      <dt>{name}</dt>
      <dd className={classNames(netPaise > 0 && styles.up, netPaise < 0 && styles.down)}>{formatNet(netPaise)}</dd>
    </div>
  )
}

/** How long it has been, and what it has come to. */
export function OwnFigures({ session, limits }: { session: Session; limits: readonly PlayLimit[] }): ReactNode {
  const time = useSessionTime(session)
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t`Session`}</dt>
        <dd>{time}</dd>
      </div>
      <Net name={t`Net today`} limits={limits} period="day" />
      <Net name={t`Net this month`} limits={limits} period="month" />
    </dl>
  )
}

/** What was bet this month and what came of it; open bets count as lost. */
export function MonthFigures({ limits }: { limits: readonly PlayLimit[] }): ReactNode {
  const betPaise = usedPaise(limits, 'wager', 'month')
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t`Bets this month`}</dt>
        <dd>{formatRupees(betPaise)}</dd>
      </div>
      <div>
        <dt>{t`Won this month`}</dt>
        <dd>{formatRupees(betPaise - usedPaise(limits, 'loss', 'month'))}</dd>
      </div>
      <Net name={t`Net this month`} limits={limits} period="month" />
    </dl>
  )
}
