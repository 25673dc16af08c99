import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import type { adminGetSupportMessage, Output } from '@kismet/contracts'
import { replySupportMessage, Id, limits } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { EmptyState } from '@kismet/ui/feedback/states.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { TextLink } from '../../core/text-link.tsx'
import { formatMinute } from '../../core/format/time.ts'
import { paths, listPath } from '../../core/paths.ts'
import { SideBySide } from '../../core/side-by-side.tsx'
import { QueryState } from '../../core/table/query-state.tsx'
import { Page } from '../../entities/page/page.tsx'
import { PlayerNotes } from '../../entities/players/player-notes.tsx'
import { useGetMessageQuery } from '../../entities/queue/support-api.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { Filing } from './filing.tsx'
import { Sender, StatusButton } from './message-item.tsx'
import { ReplyForm } from './reply-form.tsx'
import styles from './conversation.module.css'

type ConversationData = Output<typeof adminGetSupportMessage>

/** A reference of UPI, IMPS, NEFT or RTGS, or the id of a request. */
const reference = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b(?=[A-Z0-9]*\d{6})[A-Z0-9]{16,22}\b|\b\d{12}\b)/gi

const found = (path: string, search: string): string => listPath(path, { status: 'all', search })

/** A text in which references lead to the requests that have them. An id can be of either kind of request. */
function LinkedText({ text }: { text: string }): ReactNode {
  return text.split(reference).map((part, place) => {
    // Every second part is a match of the pattern.
    if (place % 2 === 0) return part
    const isId = Id.safeParse(part.toLowerCase()).success
    return (
      <span key={place}>
        <TextLink to={found(paths.deposits, part)}>{part}</TextLink>
        {isId && (
          <>
            {' ('}
            <TextLink to={found(paths.withdrawals, part)}>withdrawal</TextLink>)
          </>
        )}
      </span>
    )
  })
}

/** One text of a conversation. */
function Said({ by, at, isOurs = false, text }: { by: string; at: string; isOurs?: boolean; text: string }): ReactNode {
  return (
    <li className={classNames(styles.said, isOurs && styles.ours)}>
      <p className={textClass('small', 'mute')}>
        <b>{by}</b>, <time dateTime={at}>{formatMinute(at)}</time>
      </p>
      <p className={styles.text}>
        <LinkedText text={text} />
      </p>
    </li>
  )
}

const stateOf = ({ status, waitsFor, changedBy }: ConversationData['message']): string => {
  if (status === 'closed') return changedBy === null ? 'closed, the player did not reply' : `closed by ${changedBy}`
  return waitsFor === 'player' ? 'waits for the player' : 'waits for us'
}

function Conversation({ message, replies }: ConversationData): ReactNode {
  const { role } = useAdmin()
  const { status, user, email } = message
  const may = mayCall(replySupportMessage.route, role)
  return (
    <SideBySide
      side={
        <>
          <Filing message={message} />
          {user !== null && <PlayerNotes key={user._id} id={user._id} />}
        </>
      }
    >
      <Panel title="Conversation" note={stateOf(message)} end={may && <StatusButton message={message} at={0} />}>
        <p className={styles.from}>
          <Tag tone={message.waitsFor === 'us' ? 'warn' : 'plain'}>{status.toUpperCase()}</Tag>
          <Sender message={message} />
          {user !== null && user.email !== email && (
            <span className={textClass('small', 'mute')}>account: {user.email}</span>
          )}
          {user === null && <span className={textClass('small', 'mute')}>no account, replies by mail only</span>}
        </p>
        <ol className={styles.messages} aria-label="Messages">
          <Said by={message.name} at={message.createdAt} text={message.message} />
          {replies.map(({ _id, by, admin, text, at }) => (
            <Said
              key={_id}
              {...{ at, text }}
              by={by === 'player' ? message.name : (admin ?? 'Support')}
              isOurs={by !== 'player'}
            />
          ))}
        </ol>
        {may && <ReplyForm key={message._id} message={message} />}
      </Panel>
    </SideBySide>
  )
}

/** One message with its replies, and the form of the next one. */
export function ConversationPage({ id }: { id: string }): ReactNode {
  const result = useGetMessageQuery({ id }, usePolling())
  const notFound = (
    <EmptyState icon={Inbox} title="Message not found">
      A closed message is deleted {limits.support.closedDays} days after it was closed.
    </EmptyState>
  )
  return (
    <Page live>
      <TextLink to={paths.support}>All messages</TextLink>
      <QueryState what="the conversation" result={result} rows={5} notFound={notFound}>
        {(conversation) => <Conversation {...conversation} />}
      </QueryState>
    </Page>
  )
}
