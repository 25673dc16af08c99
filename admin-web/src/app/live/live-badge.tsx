import { classNames } from '@kismet/ui/class-names.ts'
import { useInterval } from '@kismet/ui/feedback/use-timeout.ts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatMoment } from '../format/time.ts'
import { useAppSelector } from '../store.ts'
import type { Connection } from './connection-slice.ts'
import { connectionAt, selectConnectionState } from './connection-slice.ts'
import styles from './live-badge.module.css'

const words: Record<Connection, string> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  offline: 'Offline',
}

/** How the connection is now; it is looked at each second, because an absence counts only after a moment. */
function useConnection(): Connection {
  const state = useAppSelector(selectConnectionState)
  const [nowMs, setNowMs] = useState(() => Date.now())
  useInterval(() => setNowMs(Date.now()), state.up ? null : 1_000)
  return connectionAt(state, nowMs)
}

/**
 * Live, Reconnecting or Offline, the last with the age of the numbers. A page without live numbers says it only when something
 * is wrong.
 */
export function LiveBadge({ quiet = false }: { quiet?: boolean }): ReactNode {
  const connection = useConnection()
  const { asOfMs } = useAppSelector(selectConnectionState)
  const shown = !quiet || connection === 'reconnecting' || connection === 'offline'
  return (
    <span role="status" className={styles.place}>
      {shown && (
        <span className={classNames(styles.badge, styles[connection])}>
          <i aria-hidden="true" />
          {words[connection]}
        </span>
      )}
      {connection === 'offline' && asOfMs !== null && <small className="mute">as of {formatMoment(asOfMs)}</small>}
    </span>
  )
}
