import type { OwnConversation } from '@kismet/contracts'
import { listOwnConversations, supportEvents } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatTime } from '@kismet/ui/format/time.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { plural, t } from '@lingui/core/macro'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Clock from 'lucide-react/icons/clock'
import MessageCircle from 'lucide-react/icons/message-circle'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Answer } from '../../core/answer.ts'
import type { AppDispatch, RootState, ThunkExtra } from '../../core/store.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { queryHook } from '../../entities/session/from-contract.ts'
import { selectSession } from '../../entities/session/session-slice.ts'
import { Conversation } from './conversation.tsx'
import styles from './support.module.css'

const useList = queryHook(listOwnConversations)

type Conversations = Answer<{ conversations: OwnConversation[] }>

/** The own conversations, read again when one changes. A visitor has no conversations. */
export function useConversations(): Conversations & {
  readonly isMember: boolean
  readonly isWaiting: boolean
  readonly changes: number
} {
  const isMember = useAppSelector(selectSession) !== null
  const dispatch = useAppDispatch()
  const [changes, setChanges] = useState(0)
  const query = useList({}, { skip: !isMember, refetchOnMountOrArgChange: true })
  const hear = useEffectEvent((): void => {
    setChanges((before) => before + 1)
    void query.refetch()
  })
  useEffect(() => {
    if (!isMember) return
    const listen = (_: AppDispatch, __: () => RootState, { live }: ThunkExtra): (() => void) =>
      live.on(supportEvents.update, () => hear())
    return dispatch(listen)
  }, [dispatch, isMember])
  const { data, error } = query
  return { ...query, data: isMember ? data : undefined, isMember, isWaiting: isMember && !data && !error, changes }
}

function State({ conversation: { status, isAnswered, isUnread } }: { conversation: OwnConversation }): ReactNode {
  if (isUnread) return <Tag tone="good" icon={MessageCircle}>{t`New reply`}</Tag>
  if (status === 'closed') return <Tag>{t({ message: 'Closed', context: 'conversation' })}</Tag>
  if (isAnswered) return <Tag>{t({ message: 'Answered', context: 'conversation' })}</Tag>
  return <Tag tone="warn" icon={Clock}>{t`Waiting for our reply`}</Tag>
}

/** The conversations of the player with the support. One can be open. The mail of a reply opens its conversation. */
export function ConversationsPanel({
  of,
  openAtFirst,
}: {
  of: ReturnType<typeof useConversations>
  openAtFirst: string | null
}): ReactNode {
  const [openId, setOpenId] = useState(openAtFirst)
  const { data, error, isFetching, refetch, changes } = of
  const conversations = data?.conversations ?? []
  if (conversations.length === 0 && error === undefined) return null
  const unread = conversations.filter(({ isUnread }) => isUnread).length
  const retry = { busy: isFetching, onRetry: () => void refetch() }
  return (
    <Panel
      title={t`Your messages`}
      note={unread > 0 && plural(unread, { one: '# new reply', other: '# new replies' })}
      flush
    >
      {error !== undefined && <StaleNotice {...retry} />}
      <ul>
        {conversations.map((one) => {
          const isOpen = one._id === openId
          return (
            <li key={one._id} className={styles.conversation}>
              <button
                type="button"
                aria-expanded={isOpen}
                className={styles.head}
                onClick={() => setOpenId(isOpen ? null : one._id)}
              >
                <span className={styles.words}>{one.message}</span>
                <Icon of={ChevronDown} />
                <span className={styles.facts}>
                  <State conversation={one} />
                  <time className={textClass('small', 'muted')} dateTime={one.lastAt}>
                    {formatTime(one.lastAt)}
                  </time>
                </span>
              </button>
              {isOpen && <Conversation id={one._id} changes={changes} onChanged={() => void refetch()} />}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
