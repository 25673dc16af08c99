import { useRef, useState } from 'react'
import { asCallError, isOutcomeUnknown, toastErrorText } from '@kismet/app-kit/call-error.ts'
import { newIdempotencyKey } from '../../core/random.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { useAppDispatch } from '../../core/store.ts'
import { usePostDepositMutation } from './deposit-api.ts'
import type { DepositField, DepositTexts } from './deposit-rules.ts'
import { depositForm, depositPaise, depositProblem, intentOf } from './deposit-rules.ts'

const empty: DepositTexts = { amount: '', method: 'UPI', utr: '', proof: null }

/** The form of one deposit, and what its submission came to. */
export function useDepositForm(): {
  form: DepositTexts
  change: (changes: Partial<DepositTexts>) => void
  errorOf: (field: DepositField) => string | undefined
  busy: boolean
  submit: () => Promise<void>
} {
  const dispatch = useAppDispatch()
  const [form, setForm] = useState(empty)
  const [problem, setProblem] = useState<{ field: DepositField; message: string } | null>(null)
  const [post, { isLoading }] = usePostDepositMutation()
  const sent = useRef<{ intent: string; idempotencyKey: string } | null>(null)

  const submit = async (): Promise<void> => {
    const wrong = depositProblem(form)
    setProblem(wrong)
    const amountPaise = depositPaise(form)
    if (wrong || amountPaise === null || !form.proof) return
    const intent = intentOf(form)
    if (sent.current?.intent !== intent) sent.current = { intent, idempotencyKey: newIdempotencyKey() }
    const { data, error } = await post({
      form: depositForm(form, amountPaise, form.proof),
      idempotencyKey: sent.current.idempotencyKey,
    })
    if (data) {
      sent.current = null
      setForm({ ...empty, method: form.method })
      dispatch(toastShown('good', 'Deposit submitted'))
      return
    }
    const failure = asCallError(error)
    if (!isOutcomeUnknown(failure)) sent.current = null
    if (failure.code === 'duplicate_utr')
      setProblem({ field: 'utr', message: failure.message ?? 'Error submitting deposit' })
    else dispatch(toastShown('bad', toastErrorText(failure, 'Error submitting deposit')))
  }
  return {
    form,
    change: (changes) => {
      setForm((before) => ({ ...before, ...changes }))
      setProblem((before) => (before && before.field in changes ? null : before))
    },
    errorOf: (field) => (problem?.field === field ? problem.message : undefined),
    busy: isLoading,
    submit,
  }
}
