import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { newIdempotencyKey } from '@kismet/app-kit/random.ts'
import { SupportForm } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { z } from 'zod'
import { formErrorText } from '../../core/error-text.ts'
import { useIsOpen } from '../../core/is-open.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { useKeptForm } from '../../entities/session/kept-form.ts'
import { epochNow } from '../../entities/session/session-slice.ts'
import { useSendSupportMessageMutation } from './support-api.ts'
import { supportProblem } from './support-rules.ts'
import type { SupportText } from './support-rules.ts'

/** The form, and the key of what was sent and may have arrived: the same once more has the same key. `email`: null until it is written, for that of the player. */
const Kept = z.object({
  texts: z.object({ name: z.string(), email: z.string().nullable(), message: z.string() }),
  sent: z.object({ text: z.string(), idempotencyKey: z.string() }).nullable(),
})
const empty: z.output<typeof Kept> = { texts: { name: '', email: null, message: '' }, sent: null }

interface SupportFormState {
  form: SupportText
  change: (field: keyof SupportText, text: string) => void
  problem: ReturnType<typeof supportProblem>
  busy: boolean
  /** The message has arrived, and no other one has been begun. */
  sent: boolean
  submit: () => Promise<void>
}

/**
 * The form of a message to the support, kept with its player. What is sent again without a change is the same message. What became of it is said here, or in a toast where
 * its player has looked elsewhere since.
 */
export function useSupportForm(ownEmail: string): SupportFormState {
  const dispatch = useAppDispatch()
  const [{ texts, sent }, keep] = useKeptForm('support', Kept, empty)
  const [problem, setProblem] = useState<SupportFormState['problem']>(null)
  const [isSent, setSent] = useState(false)
  const isOpen = useIsOpen()
  const [send, { isLoading }] = useSendSupportMessageMutation({ fixedCacheKey: 'support' })
  const form = { ...texts, email: texts.email ?? (isSent ? '' : ownEmail) }
  const submit = async (): Promise<void> => {
    const wrong = supportProblem(form)
    setProblem(wrong)
    if (wrong) return
    const input = SupportForm.parse(form)
    const text = JSON.stringify(input)
    const idempotencyKey = sent?.text === text ? sent.idempotencyKey : newIdempotencyKey()
    keep((before) => ({ ...before, sent: { text, idempotencyKey } }))
    const epoch = dispatch(epochNow)
    const { error } = await send({ input, idempotencyKey })
    if (dispatch(epochNow) !== epoch) return
    if (!error) {
      keep(() => empty)
      setSent(true)
      if (!isOpen.current) dispatch(toastShown('good', t`Message Sent!`))
      return
    }
    const failure = asCallError(error)
    setProblem({ message: () => formErrorText(failure, t`Failed to send message.`) })
    if (isOpen.current) return
    const unclear = isOutcomeUnknown(failure) && t`We could not confirm that your message arrived.`
    dispatch(toastShown('bad', unclear || t`Failed to send message.`))
  }
  return {
    form,
    change: (field, text) => {
      setProblem(null)
      setSent(false)
      keep((before) => ({ ...before, texts: { ...before.texts, [field]: text } }))
    },
    problem,
    busy: isLoading,
    sent: isSent,
    submit,
  }
}
