import type { getOwnConversation as Operation, Output } from '@kismet/contracts'
import { answerSupport, getOwnConversation, markSupportRead, supportLimits } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextArea } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { useIsOpen } from '@kismet/ui/feedback/use-is-open.ts'
import { formatTime } from '@kismet/ui/format/time.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { t } from '@lingui/core/macro'
import Send from 'lucide-react/icons/send'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod'
import { formErrorText } from '../../core/error-text.ts'
import { QueryState } from '../../core/query-state.tsx'
import { useAppDispatch } from '../../core/store.ts'
import { useFormOf } from '../../core/use-form.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { fromMoneyContract, mutationHook, queryHook } from '../../entities/session/from-contract.ts'
import { useOrder } from '../../entities/session/orders.ts'
import styles from './support.module.css'

type ConversationData = Output<typeof Operation>

const useConversation = queryHook(getOwnConversation)
const useMarkRead = mutationHook(markSupportRead)
const reply = fromMoneyContract(answerSupport).queryFn
const Draft = z.object({ text: z.string() })
const empty: z.output<typeof Draft> = { text: '' }

/** The form of a reply. The same text again is the same reply. */
function ReplyForm({ id, onSent }: { id: string; onSent: () => void }): ReactNode {
  const dispatch = useAppDispatch()
  const isOpen = useIsOpen()
  const order = { name: `support ${id}`, draft: Draft, empty, facts: z.null(), untilLogout: true }
  const { draft, change, busy, send } = useOrder(order)
  const { field, remark, tell } = useFormOf(draft, (changes) => change((before) => ({ ...before, ...changes })), busy)
  const submit = async (): Promise<void> => {
    const text = draft.text.trim()
    if (tell(text === '' ? { field: 'text', message: () => t`Please write a reply.` } : null)) return
    const ended = await send({
      intent: text,
      facts: null,
      send: (callApi, { key }) => reply({ input: { id, text }, idempotencyKey: key }, callApi),
      // The player decides at once whether to send the reply again.
      times: 0,
    })
    if (ended === null) return
    if (ended.is === 'done') {
      change(() => empty)
      if (isOpen.current) onSent()
      return
    }
    tell({ message: () => formErrorText(ended.error, t`Failed to send message.`) })
    if (!isOpen.current) dispatch(toastShown('bad', t`Failed to send message.`))
  }
  return (
    <Form onSubmit={submit}>
      <TextArea {...field('text')} label={t`Your reply`} rows={3} maxLength={supportLimits.replyMaxLength} />
      {remark !== undefined && <Notice tone="bad">{remark}</Notice>}
      <Button type="submit" busy={busy}>
        {!busy && <Icon of={Send} />}
        {t`Send reply`}
      </Button>
    </Form>
  )
}

function Texts({ conversation, replies }: ConversationData): ReactNode {
  const first = { _id: conversation._id, by: 'player' as const, text: conversation.message, at: conversation.createdAt }
  return (
    <ol className={styles.messages}>
      {[first, ...replies].map(({ _id, by, text, at }) => (
        <li key={_id} className={classNames(by !== 'player' && styles.ours)}>
          <p className={textClass('small', 'muted')}>
            <b>{by === 'player' ? t`You` : t({ message: 'Support', context: 'writer' })}</b> ·{' '}
            <time dateTime={at}>{formatTime(at)}</time>
          </p>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  )
}

interface ConversationProps {
  id: string
  /** How many changes of conversations the page has heard of. */
  changes: number
  onChanged: () => void
}

/** The texts of one conversation, which are read once they are shown, and the form of a reply. */
export function Conversation({ id, changes, onChanged }: ConversationProps): ReactNode {
  const query = useConversation({ id }, { refetchOnMountOrArgChange: true })
  const { data, refetch } = query
  const [mark] = useMarkRead()
  const isOpen = useIsOpen()
  const readAgain = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (changes > 0) readAgain()
  }, [changes])
  const markRead = useEffectEvent(async (replyCount: number): Promise<void> => {
    const { error } = await mark({ id, replyCount })
    if (!error && isOpen.current) onChanged()
  })
  const unreadCount = data?.conversation.isUnread === true ? data.replies.length : null
  useEffect(() => {
    if (unreadCount !== null) void markRead(unreadCount)
  }, [unreadCount])
  const sent = (): void => {
    void refetch()
    onChanged()
  }
  return (
    <div className={styles.open}>
      <QueryState of={query}>
        {({ conversation, replies }) => (
          <>
            <Texts conversation={conversation} replies={replies} />
            {replies.length < supportLimits.repliesOfThread ? (
              <ReplyForm id={id} onSent={sent} />
            ) : (
              <p className={textClass('small', 'muted')}>{t`This conversation is full. Please send a new message.`}</p>
            )}
          </>
        )}
      </QueryState>
    </div>
  )
}
