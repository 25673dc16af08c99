import { Button } from '@kismet/ui/controls/button.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import Laptop from 'lucide-react/icons/laptop'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import { formatDay, seenText } from '../../core/format/time.ts'
import { useClickGuard } from '../../core/use-click-guard.ts'
import type { SessionRow } from './admins-api.ts'
import styles from './session-list.module.css'

const isHandheld = (device: string | null): boolean => /Android|iPhone|iPad/.test(device ?? '')

/** In an order that use does not change: a button that ends one would come under the pointer of another. */
const inPlace = (sessions: readonly SessionRow[]): SessionRow[] =>
  sessions.toSorted(
    (one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt) || (one._id < other._id ? -1 : 1),
  )

interface EndProps {
  readonly session: SessionRow
  /** Its place. */
  readonly at: number
  readonly onEnd: (session: SessionRow) => void
}

function EndButton({ session, at, onEnd }: EndProps): ReactNode {
  const isMeant = useClickGuard(String(at))
  return (
    <Button aria-describedby={`session-${session._id}`} onClick={(event) => isMeant(event) && onEnd(session)}>
      End
    </Button>
  )
}

/** Live sessions: at which device, from where, since when; each can be ended but the one that looks. Where they can, they stand in the order in which they began. */
export function SessionList({
  sessions,
  nowMs,
  onEnd,
}: {
  sessions: readonly SessionRow[]
  nowMs: number
  onEnd?: (session: SessionRow) => void
}): ReactNode {
  if (sessions.length === 0) return <p className={textClass('mute')}>No active sessions.</p>
  return (
    <ul className={styles.sessions}>
      {(onEnd ? inPlace(sessions) : sessions).map((session, at) => {
        const { _id, device, ip, startedAt, lastActiveAt, isCurrent } = session
        return (
          <li key={_id}>
            <Icon of={isHandheld(device) ? Smartphone : Laptop} size="s" />
            <p id={`session-${_id}`}>
              <b>{device ?? 'Unknown device'}</b>
              <small>
                <span className={textClass('mono')}>{ip ?? '-'}</span> · since {formatDay(startedAt)}, used{' '}
                {seenText(lastActiveAt, nowMs)}
              </small>
            </p>
            {isCurrent ? (
              <Tag tone="good">this one</Tag>
            ) : (
              onEnd && <EndButton session={session} at={at} onEnd={onEnd} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
