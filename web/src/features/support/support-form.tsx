import type { WireInput } from '@kismet/contracts'
import { SupportForm as Message, limits, parseInput, sendSupportMessage } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextArea, TextField } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { panelClass } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { Columns } from '@kismet/ui/layout/layout.tsx'
import { plural, t } from '@lingui/core/macro'
import Check from 'lucide-react/icons/check'
import Send from 'lucide-react/icons/send'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { z } from 'zod'
import { formErrorText } from '../../core/error-text.ts'
import { useIsOpen } from '@kismet/ui/feedback/use-is-open.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import type { FormState, Problem } from '../../core/use-form.ts'
import { useFormOf } from '../../core/use-form.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { fromMoneyContract } from '../../entities/session/from-contract.ts'
import { useOrder } from '../../entities/session/orders.ts'
import { selectSession } from '../../entities/session/session-slice.ts'

/** `email`: null until the player writes one, for the address of the account. */
const Draft = z.object({ name: z.string(), email: z.string().nullable(), message: z.string() })
const message = {
  name: 'support',
  draft: Draft,
  empty: { name: '', email: null, message: '' } satisfies z.output<typeof Draft>,
  facts: z.null(),
  untilLogout: true,
} as const

const sendMessage = fromMoneyContract(sendSupportMessage).queryFn

type SupportText = WireInput<typeof sendSupportMessage>

/** What is wrong with the form (spec 5.3). Lengths are those of the fields, which take no more. */
function supportProblem(form: SupportText): Problem<keyof SupportText> | null {
  if (Object.values(form).some((text) => text.trim() === '')) return { message: () => t`Please fill in all fields.` }
  return parseInput(Message, form).ok ? null : { message: () => t`Please enter a valid email.`, field: 'email' }
}

/**
 * The form of a message to support. The same text again is the same message. The form tells the outcome, or a toast if
 * the player has left the page.
 */
function useSupportForm(
  ownEmail: string,
  onSent: () => void,
): {
  form: FormState<SupportText, keyof SupportText>
  busy: boolean
  /** The message has arrived, and the player has not begun another one. */
  sent: boolean
  submit: () => Promise<void>
} {
  const dispatch = useAppDispatch()
  const { draft, change: keep, busy, send } = useOrder(message)
  const [isSent, setSent] = useState(false)
  const isOpen = useIsOpen()
  const values = { ...draft, email: draft.email ?? (isSent ? '' : ownEmail) }
  const write = (changes: Partial<SupportText>): void => {
    setSent(false)
    keep((before) => ({ ...before, ...changes }))
  }
  const form = useFormOf<SupportText>(values, write, busy)
  const submit = async (): Promise<void> => {
    if (form.tell(supportProblem(values))) return
    const input = Message.parse(values)
    const ended = await send({
      intent: JSON.stringify(input),
      facts: null,
      send: (callApi, { key }) => sendMessage({ input, idempotencyKey: key }, callApi),
      // The player decides at once whether to send the message again.
      times: 0,
    })
    if (ended === null) return
    if (ended.is === 'done') {
      keep(() => message.empty)
      setSent(true)
      if (isOpen.current) onSent()
      else dispatch(toastShown('good', t`Message Sent!`))
      return
    }
    form.tell({ message: () => formErrorText(ended.error, t`Failed to send message.`) })
    const unclear = ended.is === 'lost' && t`We could not confirm that your message arrived.`
    if (!isOpen.current) dispatch(toastShown('bad', unclear || t`Failed to send message.`))
  }
  return { form, busy, sent: isSent, submit }
}

/** What is said of urgent issues, of the ways that there are. */
function urgent(hasChat: boolean, hasMail: boolean): string | null {
  if (hasChat && hasMail) return t`For urgent issues, email us or use WhatsApp.`
  if (hasChat) return t`For urgent issues, use WhatsApp.`
  return hasMail ? t`For urgent issues, email us.` : null
}

/** Where the reply comes, and in which time if the operator has set it. */
function answerText(isMember: boolean, hours: number | null): string {
  if (hours === null) return isMember ? t`We answer by email and on this page.` : t`We answer by email.`
  const within = plural(hours, { one: '# hour', other: '# hours' })
  return isMember
    ? t`We usually answer within ${within}, by email and on this page.`
    : t`We usually answer within ${within}, by email.`
}

interface SupportFormProps {
  hasChat: boolean
  hasMail: boolean
  /** The usual time until our reply. */
  answerHours: number | null
  onSent: () => void
}

/** The message to the support (spec 2.12). */
export function SupportForm({ hasChat, hasMail, answerHours, onSent }: SupportFormProps): ReactNode {
  const session = useAppSelector(selectSession)
  const { form, busy, sent, submit } = useSupportForm(session?.user.email ?? '', onSent)
  const { field, remark } = form
  const note = urgent(hasChat, hasMail)
  const { nameMaxLength, emailMaxLength, messageMaxLength } = limits.support
  return (
    <Form className={panelClass} onSubmit={submit}>
      {sent && <Notice tone="good">{t`Thank you! Our team will get back to you soon.`}</Notice>}
      <Columns least={14} gap={4}>
        <TextField
          {...field('name')}
          label={t`Name`}
          placeholder={t`Your name`}
          autoComplete="name"
          maxLength={nameMaxLength}
        />
        <TextField
          {...field('email')}
          label={t`Email`}
          type="email"
          placeholder={t`you@example.in`}
          autoComplete="email"
          maxLength={emailMaxLength}
        />
      </Columns>
      <TextArea
        {...field('message')}
        label={t`Message`}
        rows={5}
        placeholder={t`How can we help?`}
        maxLength={messageMaxLength}
      />
      {remark !== undefined && <Notice tone="bad">{remark}</Notice>}
      <Button type="submit" kind="primary" big busy={busy} off={sent}>
        {!busy && <Icon of={sent ? Check : Send} />}
        {busy ? t`Sending...` : sent ? t`Message Sent!` : t`Send Message`}
      </Button>
      <p className={textClass('small', 'muted')}>{answerText(session !== null, answerHours)}</p>
      {note !== null && <p className={textClass('small', 'muted')}>{note}</p>}
    </Form>
  )
}
