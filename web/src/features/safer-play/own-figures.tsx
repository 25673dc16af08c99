import type { PlayLimit } from '@kismet/contracts'
import { netClass } from '@kismet/ui/class-names.ts'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useSessionTime } from '../../entities/balance/balance.tsx'
import type { Session } from '../../entities/session/storage.ts'

/** Of a row of figures. */
export const figuresHeightPx = 58

/** How much of a limit is used, whether one is set or not. */
function usedPaise(limits: readonly PlayLimit[], type: 'loss' | 'wager', period: 'day' | 'month'): number {
  return limits.find((limit) => limit.type === type && limit.period === period)?.used ?? 0
}

/** What bets have come to in a period: what is lost, with the other sign; open bets count as lost. */
function netOf(
  name: string,
  limits: readonly PlayLimit[],
  period: 'day' | 'month',
): { name: string; value: ReactNode } {
  const netPaise = 0 - usedPaise(limits, 'loss', period)
  const value = <span className={netClass(netPaise)}>{formatNet(netPaise)}</span>
  return { name, value }
}

/** How long it has been, and what it has come to. */
export function OwnFigures({ session, limits }: { session: Session; limits: readonly PlayLimit[] }): ReactNode {
  const rows = [
    { name: t`Session`, value: useSessionTime(session) },
    netOf(t`Net today`, limits, 'day'),
    netOf(t`Net this month`, limits, 'month'),
  ]
  return <KeyValues variant="tiles" rows={rows} />
}

/** What was bet this month and what came of it; open bets count as lost. */
export function MonthFigures({ limits }: { limits: readonly PlayLimit[] }): ReactNode {
  const betPaise = usedPaise(limits, 'wager', 'month')
  const rows = [
    { name: t`Bets this month`, value: formatRupees(betPaise) },
    { name: t`Won this month`, value: formatRupees(betPaise - usedPaise(limits, 'loss', 'month')) },
    netOf(t`Net this month`, limits, 'month'),
  ]
  return <KeyValues variant="tiles" rows={rows} />
}
