import { selectClockOffsetMs } from '@kismet/app-kit/live/connection-slice.ts'
import { useConnection } from '@kismet/app-kit/live/use-connection.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { formatClock } from '@kismet/ui/format/time.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { msg, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useAppSelector } from '../../core/store.ts'
import { selectBalanceAsOfMs } from '../../entities/session/balance-slice.ts'
import { selectToken } from '../../entities/session/session-slice.ts'
import { useCurrentGame } from '../game-pages.ts'
import styles from './connection-strip.module.css'

const words = {
  reconnecting: msg`Reconnecting…`,
  stuck: msg`Live updates have stopped. Reload this page.`,
  offline: msg`You are offline`,
} as const

/** A strip while the connection is down: how old the numbers are, and what this means for a bet. Strangers need no connection. Aviator says the same of its own flight. */
export function ConnectionStrip(): ReactNode {
  const isPlayer = useAppSelector(selectToken) !== null
  const connection = useConnection()
  const asOfMs = useAppSelector(selectBalanceAsOfMs)
  const clockOffsetMs = useAppSelector(selectClockOffsetMs)
  const isToldByGame = useCurrentGame() === 'aviator'
  const isAway =
    isPlayer &&
    (connection === 'stuck' || (!isToldByGame && (connection === 'reconnecting' || connection === 'offline')))
  return (
    <div role="status" className={styles.place}>
      {isAway && (
        <Row gap={3} className={styles.strip}>
          {connection !== 'stuck' && <span className={styles.ring} aria-hidden="true" />}
          <p>
            <span>{t(words[connection])}</span>
            <small>
              {asOfMs !== null && t`Balance from ${formatClock(asOfMs + clockOffsetMs)}.`} {t`No bet is taken twice.`}
            </small>
          </p>
          {connection === 'stuck' && <Button onClick={() => window.location.reload()}>{t`Reload`}</Button>}
        </Row>
      )}
    </div>
  )
}
