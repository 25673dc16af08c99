import { asCallError } from '@kismet/app-kit/call-error.ts'
import { pollMs } from '@kismet/app-kit/live/connection-slice.ts'
import { setSupportMessageStatus } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import Check from 'lucide-react/icons/check'
import Undo from 'lucide-react/icons/undo-2'
import type { MouseEvent, ReactNode } from 'react'
import { TextLink } from '../../core/text-link.tsx'
import { errorDetail } from '../../core/error-text.ts'
import { formatAge, formatMinute } from '../../core/format/time.ts'
import { playerPath } from '../../core/paths.ts'
import { useClickGuard } from '../../core/use-click-guard.ts'
import { useShowToast } from '../../entities/notices/use-show-toast.ts'
import { patienceOf } from '../../entities/queue/age-tag.tsx'
import { useGetMessageQuery, useSetMessageStatusMutation } from '../../entities/queue/support-api.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import styles from './support-page.module.css'
import type { ListedMessage, Message } from './use-messages.ts'

/** When it came, and how long it has waited or who is done with it. */
function When({ message, nowMs }: { message: Message; nowMs: number }): ReactNode {
  const { status, createdAt, changedBy, waitsFor } = message
  const ageMs = nowMs - Date.parse(createdAt)
  return (
    <p className={textClass('small', 'mute')}>
      <time dateTime={createdAt}>{formatMinute(createdAt)}</time>
      {status === 'open' && (
        <>
          {' · '}
          <span className={classNames(patienceOf('message', ageMs) === 'slow' && styles.slow)}>{formatAge(ageMs)}</span>
        </>
      )}
      {status === 'open' && waitsFor === 'player' && ' · waits for the player'}
      {changedBy !== null && ` · ${status === 'closed' ? 'closed' : 'reopened'} by ${changedBy}`}
    </p>
  )
}

type StatusOf = Pick<Message, '_id' | 'status'>

/** Closes an open message, opens a closed one. What it is then is what the server says. Who has closed one by a key goes on at the next that is open. */
export function StatusButton({ message: { _id, status }, at }: { message: StatusOf; at: number }): ReactNode {
  const showToast = useShowToast()
  const isMeant = useClickGuard(`${status} ${at}`)
  const [set, { isLoading }] = useSetMessageStatusMutation()
  const isOpen = status === 'open'
  const change = async ({ detail, currentTarget: button }: MouseEvent): Promise<void> => {
    const { error } = await set({ id: _id, status: isOpen ? 'closed' : 'open' })
    if (error) {
      showToast('bad', 'Failed to update status.', errorDetail(asCallError(error)))
      return
    }
    if (isOpen && detail === 0 && document.activeElement === button)
      document.querySelector<HTMLElement>(`#message-${_id} ~ [data-status=open] button`)?.focus()
  }
  return (
    <Button
      kind={isOpen ? 'outline' : 'quiet'}
      icon={isOpen ? Check : Undo}
      busy={isLoading}
      aria-describedby={`from-${_id}`}
      onClick={(event) => isMeant(event) && void change(event)}
    >
      {isOpen ? 'Mark Closed' : 'Reopen'}
    </Button>
  )
}

/** Characters of a message in the list. The conversation has the whole text. */
const shownLength = 240

interface ItemProps {
  listed: ListedMessage
  /** The address of the conversation. */
  to: string
  /** Its place. */
  at: number
  nowMs: number
}

/** How one is asked for by itself. There may be a hundred: each at a time of its own, and none more often, or anew, because of the line. */
const askingAt = (at: number): { pollingInterval: number; refetchOnReconnect: false } => ({
  pollingInterval: pollMs.live + at * 1_000,
  refetchOnReconnect: false,
})

/** One message with its state: by itself, where the list does not tell it any more. */
export function MessageItem({ listed, to, at, nowMs }: ItemProps): ReactNode {
  const { role } = useAdmin()
  const { isGone } = listed
  const { currentData: own } = useGetMessageQuery({ id: listed.message._id }, { skip: !isGone, ...askingAt(at) })
  const message = isGone && own ? own.message : listed.message
  const { _id, status, message: text, replyCount, waitsFor } = message
  return (
    <li
      className={classNames(styles.message, status === 'closed' && styles.closed)}
      id={`message-${_id}`}
      data-status={status}
    >
      <div className={styles.words}>
        <p className={styles.from} id={`from-${_id}`}>
          <Tag tone={status === 'open' && waitsFor !== 'player' ? 'warn' : 'plain'}>{status.toUpperCase()}</Tag>
          <Sender message={message} />
        </p>
        <p className={styles.text}>{text.length > shownLength ? `${text.slice(0, shownLength).trimEnd()}…` : text}</p>
        <p className={styles.filed}>
          <TextLink to={to} aria-describedby={`from-${_id}`}>
            {replyCount === 0 ? 'Read' : replyCount === 1 ? '1 reply' : `${replyCount} replies`}
          </TextLink>
          <Filed message={message} />
        </p>
        <When message={message} nowMs={nowMs} />
      </div>
      {mayCall(setSupportMessageStatus.route, role) && (
        <div className={styles.actions}>
          <StatusButton message={message} at={at} />
        </div>
      )}
    </li>
  )
}

/** Who wrote a message: the address leads to the page of the player. */
export function Sender({ message: { name, email, user } }: { message: Message }): ReactNode {
  return (
    <>
      <b>{user === null ? email : <TextLink to={playerPath(user._id)}>{email}</TextLink>}</b>
      <span className={textClass('mute')}>{name}</span>
    </>
  )
}

/** The tags and the admin of a message. */
function Filed({ message: { tags, assignee } }: { message: Message }): ReactNode {
  return (
    <>
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {assignee !== null && <span className={textClass('small', 'mute')}>{assignee}</span>}
    </>
  )
}
