import { asCallError } from '@kismet/app-kit/call-error.ts'
import { SupportForm } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { useRef, useState } from 'react'
import { formErrorText } from '../../core/error-text.ts'
import { newIdempotencyKey } from '@kismet/app-kit/random.ts'
import { useSendSupportMessageMutation } from './support-api.ts'
import { supportProblem } from './support-rules.ts'
import type { SupportText } from './support-rules.ts'

interface SupportFormState {
  form: SupportText
  change: (field: keyof SupportText, text: string) => void
  problem: ReturnType<typeof supportProblem>
  busy: boolean
  /** The message has arrived, and no other one has been begun. */
  sent: boolean
  submit: () => Promise<void>
}

/** The form of a message to the support. What is sent again without a change is the same message. */
export function useSupportForm(email: string): SupportFormState {
  const [form, setForm] = useState<SupportText>({ name: '', email, message: '' })
  const [problem, setProblem] = useState<SupportFormState['problem']>(null)
  const [send, { isLoading, isSuccess, reset }] = useSendSupportMessageMutation()
  const intent = useRef({ text: '', key: '' })
  const submit = async (): Promise<void> => {
    const wrong = supportProblem(form)
    setProblem(wrong)
    if (wrong) return
    const input = SupportForm.parse(form)
    const text = JSON.stringify(input)
    if (intent.current.text !== text) intent.current = { text, key: newIdempotencyKey() }
    const { error } = await send({ input, idempotencyKey: intent.current.key })
    if (error) setProblem({ message: () => formErrorText(asCallError(error), t`Failed to send message.`) })
    else {
      intent.current = { text: '', key: '' }
      setForm({ name: '', email: '', message: '' })
    }
  }
  return {
    form,
    change: (field, text) => {
      setProblem(null)
      if (isSuccess) reset()
      setForm({ ...form, [field]: text })
    },
    problem,
    busy: isLoading,
    sent: isSuccess,
    submit,
  }
}
