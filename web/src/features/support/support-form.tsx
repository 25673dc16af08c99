import { limits } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextArea, TextField } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { panelClass } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { Columns } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import Check from 'lucide-react/icons/check'
import Send from 'lucide-react/icons/send'
import type { ChangeEvent, ReactNode } from 'react'
import { useAppSelector } from '../../core/store.ts'
import { selectSession } from '../../entities/session/session-slice.ts'
import type { SupportText } from './support-rules.ts'
import { useSupportForm } from './use-support-form.ts'

/** What is said of urgent issues, of the ways that there are. */
function urgent(hasChat: boolean, hasMail: boolean): string | null {
  if (hasChat && hasMail) return t`For urgent issues, email us or use WhatsApp.`
  if (hasChat) return t`For urgent issues, use WhatsApp.`
  return hasMail ? t`For urgent issues, email us.` : null
}

/** The message to the support (spec 2.12). */
export function SupportForm({ hasChat, hasMail }: { hasChat: boolean; hasMail: boolean }): ReactNode {
  const session = useAppSelector(selectSession)
  const { form, change, problem, busy, sent, submit } = useSupportForm(session?.user.email ?? '')
  const note = urgent(hasChat, hasMail)
  const field = (name: keyof SupportText, most: number) => ({
    name,
    maxLength: most,
    // Its answer empties the form: what was written meanwhile would be lost, and told as sent.
    readOnly: busy,
    value: form[name],
    error: problem?.field === name ? problem.message() : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change(name, event.target.value),
  })
  const { nameMaxLength, emailMaxLength, messageMaxLength } = limits.support
  return (
    <Form className={panelClass} onSubmit={submit}>
      {sent && <Notice tone="good">{t`Thank you! Our team will get back to you soon.`}</Notice>}
      <Columns least={14} gap={4}>
        <TextField label={t`Name`} placeholder={t`Your name`} autoComplete="name" {...field('name', nameMaxLength)} />
        <TextField
          label={t`Email`}
          type="email"
          placeholder={t`you@example.in`}
          autoComplete="email"
          {...field('email', emailMaxLength)}
        />
      </Columns>
      <TextArea label={t`Message`} rows={5} placeholder={t`How can we help?`} {...field('message', messageMaxLength)} />
      {problem && !problem.field && <Notice tone="bad">{problem.message()}</Notice>}
      <Button type="submit" kind="primary" big busy={busy} off={sent}>
        {!busy && <Icon of={sent ? Check : Send} />}
        {busy ? t`Sending...` : sent ? t`Message Sent!` : t`Send Message`}
      </Button>
      {note !== null && <p className={textClass('small', 'muted')}>{note}</p>}
    </Form>
  )
}
