import { classNames, textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { formatRecent } from '../../core/format/time.ts'
import { useAppSelector } from '../../core/store.ts'
import type { Connection } from '@kismet/app-kit/live/connection-slice.ts'
import { selectClockOffsetMs, selectConnectionState } from '@kismet/app-kit/live/connection-slice.ts'
import { useConnection } from '@kismet/app-kit/live/use-connection.ts'
import styles from './live-badge.module.css'

const words: Record<Connection, string> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  stuck: 'Not live: reload',
  offline: 'Offline',
}

/**
 * Live, Reconnecting, only by a reload, or Offline, the last with the age of the numbers. A page without live numbers says it only when something
 * is wrong.
 */
export function LiveBadge({ quiet = false }: { quiet?: boolean }): ReactNode {
  const connection = useConnection()
  const asOfMs = useAppSelector((state) => (connection === 'offline' ? selectConnectionState(state).asOfMs : null))
  const clockOffsetMs = useAppSelector(selectClockOffsetMs)
  const shown = !quiet || connection === 'reconnecting' || connection === 'stuck' || connection === 'offline'
  return (
    <span role="status" className={styles.place}>
      {shown && (
        <span className={classNames(styles.badge, styles[connection])}>
          <i aria-hidden="true" />
          {words[connection]}
        </span>
      )}
      {asOfMs !== null && <small className={textClass('mute')}>as of {formatRecent(asOfMs + clockOffsetMs)}</small>}
    </span>
  )
}
