import { limits } from '@kismet/contracts'
import { netClass, textClass } from '@kismet/ui/class-names.ts'
import { PlayMoneyMark } from '@kismet/ui/feedback/tag.tsx'
import { useInterval, useTimeout } from '@kismet/ui/feedback/use-timeout.ts'
import { CountingRupees } from '@kismet/ui/format/count-up.tsx'
import { formatNet } from '@kismet/ui/format/money.ts'
import { formatDuration } from '@kismet/ui/format/time.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { selectIsNetBehind, selectShownBalancePaise, selectShownNetPaise } from '../session/balance-slice.ts'
import type { Session } from '../session/storage.ts'
import { useIsPlayMoney } from '../site/site-api.ts'
import { useAppSelector } from '../../core/store.ts'
import { useGetBalanceQuery } from './balance-api.ts'
import styles from './balance.module.css'

/** The event of a bet arrives within this time. After that the event was lost, or there is no live connection. */
const newsWithinMs = 2_000

/** The live balance, with the mark of play money. It reads and polls the balance while it is on the page. */
export function Balance(): ReactNode {
  const { refetch } = useGetBalanceQuery({}, { pollingInterval: limits.balancePoll.everyMs })
  const isNetBehind = useAppSelector(selectIsNetBehind)
  useTimeout(() => void refetch(), isNetBehind ? newsWithinMs : null)
  const balancePaise = useAppSelector(selectShownBalancePaise)
  const playMoney = useIsPlayMoney()
  return (
    <div className={styles.balance}>
      {playMoney && <PlayMoneyMark />}
      <strong data-own>
        <span className={textClass('sr')}>{t`Balance`} </span>
        <CountingRupees paise={balancePaise} />
      </strong>
    </div>
  )
}

/** The duration of this session. */
export function useSessionTime({ startedAtMs }: Session): string {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useInterval(() => setNowMs(Date.now()), 1_000)
  return formatDuration(nowMs - startedAtMs)
}

/** The net result of this session in all tabs: the server's net result minus its value at the login. */
export function useSessionNetPaise({ netAtLoginPaise }: Session): number {
  return useAppSelector(selectShownNetPaise) - netAtLoginPaise
}

/** The session time and the net result, always visible. */
export function SessionFacts({ session }: { session: Session }): ReactNode {
  const time = useSessionTime(session)
  const netPaise = useSessionNetPaise(session)
  return (
    <dl className={styles.session} data-own>
      <div>
        <dt>{t`Session`}</dt>
        <dd>{time}</dd>
      </div>
      <div>
        <dt>{t`Net`}</dt>
        <dd className={netClass(netPaise)}>{formatNet(netPaise)}</dd>
      </div>
    </dl>
  )
}
