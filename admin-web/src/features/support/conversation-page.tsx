import { asCallError } from '@kismet/app-kit/call-error.ts'
import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import type { adminGetSupportMessage, Output } from '@kismet/contracts'
import { replySupportMessage } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorDetail } from '../../core/error-text.ts'
import { formatMinute } from '../../core/format/time.ts'
import { paths } from '../../core/paths.ts'
import { SideBySide } from '../../core/side-by-side.tsx'
import { Page } from '../../entities/page/page.tsx'
import { useGetMessageQuery } from '../../entities/queue/support-api.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { Filing } from './filing.tsx'
import { LinkedText } from './linked-text.tsx'
import { Sender, StatusButton } from './message-item.tsx'
import { ReplyForm } from './reply-form.tsx'
import styles from './conversation.module.css'

type Thread = Output<typeof adminGetSupportMessage>

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

const stateOf = ({ status, waitsFor, changedBy }: Thread['message']): string => {
  if (status === 'closed') return changedBy === null ? 'closed, no answer came' : `closed by ${changedBy}`
  return waitsFor === 'player' ? 'waits for the player' : 'waits for us'
}

function Conversation({ thread: { message, replies } }: { thread: Thread }): ReactNode {
  const { role } = useAdmin()
  const { status, user, email } = message
  const may = mayCall(replySupportMessage.route, role)
  return (
    <SideBySide side={<Filing message={message} />}>
      <Panel title="Conversation" note={stateOf(message)} end={may && <StatusButton message={message} at={0} />}>
        <p className={styles.from}>
          <Tag tone={message.waitsFor === 'us' ? 'warn' : 'plain'}>{status.toUpperCase()}</Tag>
          <Sender message={message} />
          {user !== null && user.email !== email && (
            <span className={textClass('small', 'mute')}>account: {user.email}</span>
          )}
          {user === null && <span className={textClass('small', 'mute')}>no account, answered by mail only</span>}
        </p>
        <ol className={styles.thread} aria-label="Messages">
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
  const { currentData, error, isFetching, refetch } = useGetMessageQuery({ id }, usePolling())
  const failure = error === undefined ? null : asCallError(error)
  return (
    <Page live>
      <Link className={textClass('link')} to={paths.support}>
        All messages
      </Link>
      {currentData ? (
        <Conversation thread={currentData} />
      ) : failure === null ? (
        <Skeleton variant="table" rows={5} label="Loading the conversation" />
      ) : failure.code === 'not_found' ? (
        <EmptyState icon={Inbox} title="Message not found">
          A closed message is deleted after some months.
        </EmptyState>
      ) : (
        <ErrorState title="Failed to load the conversation" busy={isFetching} onRetry={() => void refetch()}>
          {errorDetail(failure)}
        </ErrorState>
      )}
    </Page>
  )
}
