import { replySupportMessage, setSupportMessageStatus, supportLimits } from '@kismet/contracts'
import type { SupportMessage } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { Options, SelectField, TextArea } from '@kismet/ui/controls/text-field.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import Send from 'lucide-react/icons/send'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../core/api.ts'
import { errorDetail } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { useChange } from '../../entities/notices/use-change.ts'
import { fromMoneyContract } from '../../entities/session/from-contract.ts'
import { useOrder } from '../../entities/session/orders.ts'
import { useSupportDesk } from './desk-api.ts'

const reply = fromMoneyContract(replySupportMessage).queryFn
const Draft = z.string()
const lost = 'Send the same text again. The player gets the reply only once.'

/** Sends a reply, and shows the outcome as a toast. The same text again is the same reply. */
function useReply({ _id: id, replyCount: read }: SupportMessage): {
  draft: string
  write: (next: (before: string) => string) => void
  busy: boolean
  send: () => Promise<boolean>
} {
  const dispatch = useAppDispatch()
  const order = { name: `reply to ${id}`, draft: Draft, empty: '', facts: z.null(), untilLogout: true }
  const { draft, change, busy, send } = useOrder(order)
  // A message that comes while the admin types is not read. After a refusal the page has shown it.
  const [readAtStart, setReadAtStart] = useState<number | null>(null)
  return {
    draft,
    write: (next) => {
      if (draft === '') setReadAtStart(read)
      change(next)
    },
    busy,
    send: async () => {
      const text = draft.trim()
      if (text === '') {
        dispatch(toastShown('bad', 'Please write a reply.'))
        return false
      }
      const input = { id, text, read: readAtStart ?? read }
      const ended = await send({
        intent: text,
        facts: null,
        send: (callApi, { key }) => reply({ input, idempotencyKey: key }, callApi),
        times: 0,
      })
      if (ended === null) return false
      dispatch(api.util.invalidateTags(['SupportMessages', { type: 'SupportMessage', id }]))
      if (ended.is === 'done') {
        change(() => '')
        dispatch(toastShown('good', 'Reply sent'))
      } else if (ended.is === 'lost') dispatch(toastShown('bad', 'The reply may have been sent', lost))
      else {
        setReadAtStart(null)
        dispatch(toastShown('bad', 'The reply was not sent', errorDetail(ended.error)))
      }
      return ended.is === 'done'
    },
  }
}

/** The form of a reply. A prepared reply is put below what is written. */
export function ReplyForm({ message }: { message: SupportMessage }): ReactNode {
  const { _id: id, user } = message
  const { draft, write, busy, send } = useReply(message)
  const change = useChange('SupportMessages', { type: 'SupportMessage', id })
  const { data: desk } = useSupportDesk({})
  const templates = desk?.templates ?? []
  const insert = (title: string): void => {
    const text = templates.find((one) => one.title === title)?.text
    if (text !== undefined) write((before) => (before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`))
  }
  const sendAndClose = async (): Promise<void> => {
    if (await send()) await change(setSupportMessageStatus, { id, status: 'closed' }, 'Message closed')
  }
  return (
    <Form onSubmit={async () => void (await send())} aria-label="Reply">
      {templates.length > 0 && (
        <SelectField label="Prepared reply" value="" onChange={({ target }) => insert(target.value)}>
          <option value="">Choose a reply to insert</option>
          <Options of={templates.map(({ title }) => title)} />
        </SelectField>
      )}
      <TextArea
        label="Reply"
        rows={6}
        maxLength={supportLimits.replyMaxLength}
        readOnly={busy}
        value={draft}
        onChange={({ target }) => write(() => target.value)}
        hint={
          user === null
            ? 'Plain text. It is mailed to the address of the message. Ctrl+Enter sends.'
            : 'Plain text. The player gets it by mail and in the app. Ctrl+Enter sends.'
        }
      />
      <Row gap={2}>
        <Button type="submit" kind="primary" icon={Send} busy={busy}>
          Send reply
        </Button>
        <Button disabled={busy} onClick={() => void sendAndClose()}>
          Send and close
        </Button>
      </Row>
    </Form>
  )
}
