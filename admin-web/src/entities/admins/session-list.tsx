import { Button } from '@kismet/ui/controls/button.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import Laptop from 'lucide-react/icons/laptop'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import { formatDay } from '../../core/format/time.ts'
import type { SessionRow } from './admins-api.ts'
import { seenText } from './seen.ts'
import styles from './session-list.module.css'

const isHandheld = (device: string | null): boolean => /Android|iPhone|iPad/.test(device ?? '')

/** Live sessions: at which device, from where, since when; each can be ended but the one that looks. */
export function SessionList({
  sessions,
  nowMs,
  onEnd,
}: {
  sessions: readonly SessionRow[]
  nowMs: number
  onEnd?: (session: SessionRow) => void
}): ReactNode {
  if (sessions.length === 0) return <p className="mute">Nobody is logged in.</p>
  return (
    <ul className={styles.sessions}>
      {sessions.map((session) => {
        const { _id, device, ip, startedAt, lastActiveAt, isCurrent } = session
        return (
          <li key={_id}>
            <Icon of={isHandheld(device) ? Smartphone : Laptop} size="s" />
            <p id={`session-${_id}`}>
              <b>{device ?? 'Unknown device'}</b>
              <small>
                <span className="mono">{ip ?? '-'}</span> · since {formatDay(startedAt)}, used{' '}
                {seenText(lastActiveAt, nowMs)}
              </small>
            </p>
            {isCurrent ? (
              <Tag tone="good">this one</Tag>
            ) : (
              onEnd && (
                <Button aria-describedby={`session-${_id}`} onClick={() => onEnd(session)}>
                  End
                </Button>
              )
            )}
          </li>
        )
      })}
    </ul>
  )
}
