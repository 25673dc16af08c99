import { SupportForm, sendSupportMessage } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { z } from 'zod'
import { formErrorText } from '../../core/error-text.ts'
import { useIsOpen } from '../../core/is-open.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { fromMoneyContract } from '../../entities/session/from-contract.ts'
import { useOrder } from '../../entities/session/orders.ts'
import { supportProblem } from './support-rules.ts'
import type { SupportText } from './support-rules.ts'

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

interface SupportFormState {
  form: SupportText
  change: (field: keyof SupportText, text: string) => void
  problem: ReturnType<typeof supportProblem>
  busy: boolean
  /** The message has arrived, and the player has not begun another one. */
  sent: boolean
  submit: () => Promise<void>
}

/**
 * The form of a message to support. The same text again is the same message. The form tells the outcome, or a toast if
 * the player has left the page.
 */
export function useSupportForm(ownEmail: string): SupportFormState {
  const dispatch = useAppDispatch()
  const { draft, change: keep, busy, send } = useOrder(message)
  const [problem, setProblem] = useState<SupportFormState['problem']>(null)
  const [isSent, setSent] = useState(false)
  const isOpen = useIsOpen()
  const form = { ...draft, email: draft.email ?? (isSent ? '' : ownEmail) }
  const submit = async (): Promise<void> => {
    const wrong = supportProblem(form)
    setProblem(wrong)
    if (wrong) return
    const input = SupportForm.parse(form)
    const ended = await send({
      intent: JSON.stringify(input),
      facts: null,
      send: ({ key }, callApi) => sendMessage({ input, idempotencyKey: key }, callApi),
      // The player decides at once whether to send the message again.
      times: 0,
    })
    if (ended === null) return
    if (ended.is === 'done') {
      keep(() => message.empty)
      setSent(true)
      if (!isOpen.current) dispatch(toastShown('good', t`Message Sent!`))
      return
    }
    setProblem({ message: () => formErrorText(ended.error, t`Failed to send message.`) })
    const unclear = ended.is === 'lost' && t`We could not confirm that your message arrived.`
    if (!isOpen.current) dispatch(toastShown('bad', unclear || t`Failed to send message.`))
  }
  return {
    form,
    change: (field, text) => {
      setProblem(null)
      setSent(false)
      keep((before) => ({ ...before, [field]: text }))
    },
    problem,
    busy,
    sent: isSent,
    submit,
  }
}
