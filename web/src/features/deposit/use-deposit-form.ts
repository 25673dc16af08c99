import { DepositMethod } from '@kismet/contracts'
import { useState } from 'react'
import { z } from 'zod'
import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { t } from '@lingui/core/macro'
import { formErrorText, toastErrorText } from '../../core/error-text.ts'
import { newIdempotencyKey } from '../../core/random.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { useKeptFile, useKeptForm } from '../../entities/session/kept-form.ts'
import { epochNow } from '../../entities/session/session-slice.ts'
import { useAppDispatch } from '../../core/store.ts'
import { usePostDepositMutation } from './deposit-api.ts'
import type { DepositField, DepositTexts } from './deposit-rules.ts'
import { depositForm, depositPaise, depositProblem, intentOf, proofProblem } from './deposit-rules.ts'

/** The form, and the key of what was sent and may have arrived: the same once more has the same key. */
const Kept = z.object({
  texts: z.object({ amount: z.string(), method: DepositMethod, utr: z.string() }),
  sent: z.object({ intent: z.string(), idempotencyKey: z.string() }).nullable(),
})
const nothing = { amount: '', utr: '' }
const empty: z.output<typeof Kept> = { texts: { ...nothing, method: 'UPI' }, sent: null }

/** The form of one deposit, and what its submission came to. */
export function useDepositForm(): {
  form: DepositTexts
  change: (changes: Partial<DepositTexts>) => void
  errorOf: (field: DepositField) => string | undefined
  busy: boolean
  submit: () => Promise<void>
} {
  const dispatch = useAppDispatch()
  const [{ texts, sent }, keep] = useKeptForm('deposit', Kept, empty)
  const [proof, choose] = useKeptFile('deposit')
  const form: DepositTexts = { ...texts, proof }
  const [problem, setProblem] = useState<{ field: DepositField; message: string } | null>(null)
  const [post, { isLoading }] = usePostDepositMutation({ fixedCacheKey: 'deposit' })

  const submit = async (): Promise<void> => {
    const wrong = depositProblem(form)
    setProblem(wrong)
    const amountPaise = depositPaise(form)
    if (wrong || amountPaise === null || !form.proof) return
    const intent = intentOf(form)
    const order = sent?.intent === intent ? sent : { intent, idempotencyKey: newIdempotencyKey() }
    keep((before) => ({ ...before, sent: order }))
    const epoch = dispatch(epochNow)
    const { data, error } = await post({
      form: depositForm(form, amountPaise, form.proof),
      idempotencyKey: order.idempotencyKey,
    })
    // Whoever is here since has nothing to do with it, and it may have arrived.
    if (dispatch(epochNow) !== epoch) return
    if (data) {
      keep(({ texts: { method } }) => ({ texts: { ...nothing, method }, sent: null }))
      choose(null)
      dispatch(toastShown('good', t`Deposit submitted`))
      return
    }
    const failure = asCallError(error)
    if (!isOutcomeUnknown(failure)) keep((before) => ({ ...before, sent: null }))
    if (failure.kind === 'cancelled') dispatch(toastShown('note', t`Upload cancelled. Nothing was sent.`))
    else if (failure.code === 'duplicate_utr')
      setProblem({ field: 'utr', message: formErrorText(failure, t`Error submitting deposit`) })
    else dispatch(toastShown('bad', toastErrorText(failure, t`Error submitting deposit`)))
  }
  return {
    form,
    change: (changes) => {
      const { proof: chosen, ...changed } = changes
      if (chosen !== undefined) choose(chosen)
      keep((before) => ({ ...before, texts: { ...before.texts, ...changed } }))
      const told = chosen ? proofProblem(chosen) : null
      setProblem((before) => told ?? (before && before.field in changes ? null : before))
    },
    errorOf: (field) => (problem?.field === field ? problem.message : undefined),
    busy: isLoading,
    submit,
  }
}
