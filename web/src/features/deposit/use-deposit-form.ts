import { DepositMethod } from '@kismet/contracts'
import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { asCallError, isOutcomeUnknown, leavesOpen } from '@kismet/app-kit/call-error.ts'
import { t } from '@lingui/core/macro'
import { formErrorText, toastErrorText } from '../../core/error-text.ts'
import { newIdempotencyKey } from '@kismet/app-kit/random.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { useKeptFile, useKeptForm } from '../../entities/session/kept-form.ts'
import { epochNow } from '../../entities/session/session-slice.ts'
import { useAppDispatch } from '../../core/store.ts'
import { useOwnDeposits, usePostDepositMutation } from './deposit-api.ts'
import type { DepositField, DepositProblem, DepositTexts, OwnDeposit } from './deposit-rules.ts'
import {
  depositFields,
  depositPaise,
  depositProblem,
  intentOf,
  isRequestOf,
  isSameRequest,
  isSince,
  proofProblem,
} from './deposit-rules.ts'

/** `asking`: the first answer was lost. `open`: nobody asks any more, and nobody knows. */
const SentState = z.enum(['sent', 'asking', 'open'])

const SentFields = z.object({ amount: z.string(), method: z.string(), utr: z.string() })

/** What was sent and may have arrived, as it was then, and the own requests that were like it before. */
const SentForm = z.object({
  intent: z.string(),
  fields: SentFields,
  idempotencyKey: z.string(),
  state: SentState,
  earlier: z.array(z.string()).nullable().default(null),
})

/** The form, and what was sent: the same once more has the same key. A file cannot be written down: only how it was called. */
const Kept = z.object({
  texts: z.object({ amount: z.string(), method: DepositMethod, utr: z.string() }),
  sent: SentForm.nullable(),
  proofName: z.string().nullable(),
})
const nothing = { amount: '', utr: '' }
const empty: z.output<typeof Kept> = { texts: { ...nothing, method: 'UPI' }, sent: null, proofName: null }

/** What is in the form, kept with its player. */
function useKeptDeposit() {
  const [{ texts, sent, proofName }, keep] = useKeptForm('deposit', Kept, empty)
  const [proof, choose] = useKeptFile('deposit')
  return {
    form: { ...texts, proof } satisfies DepositTexts,
    sent,
    /** The name of a file that was chosen and is not here any more. */
    lostProof: proof === null ? proofName : null,
    write: ({ proof: chosen, ...changed }: Partial<DepositTexts>): void => {
      if (chosen !== undefined) choose(chosen)
      const name = chosen === undefined ? {} : { proofName: chosen?.name ?? null }
      keep((before) => ({ ...before, ...name, texts: { ...before.texts, ...changed } }))
    },
    keepSent: (order: typeof sent): void => keep((before) => ({ ...before, sent: order })),
    nowIs: (state: z.output<typeof SentState>): void =>
      keep((before) => ({ ...before, sent: before.sent && { ...before.sent, state } })),
    /** It has arrived: the next one is another. */
    clear: (): void => {
      keep(({ texts: { method } }) => ({ ...empty, texts: { ...nothing, method } }))
      choose(null)
    },
  }
}
type KeptDeposit = ReturnType<typeof useKeptDeposit>

/** Whether nobody knows if what was sent has arrived. What stands among the own requests has. */
function useUnclear(
  { form, sent, keepSent, nowIs, clear }: KeptDeposit,
  deposits: readonly OwnDeposit[] | undefined,
  busy: boolean,
): boolean {
  const dispatch = useAppDispatch()
  const wasLeft = sent !== null && !busy
  // The page was loaded again, or the session ended, before an answer came.
  const onOpened = useEffectEvent(() => {
    if (wasLeft) nowIs('open')
  })
  useEffect(() => onOpened(), [])
  const hasArrived =
    sent?.state === 'open' &&
    !busy &&
    deposits?.some((one) => isRequestOf(one, sent.fields) && isSince(one, sent.earlier)) === true
  const onArrived = useEffectEvent(() => {
    // What was changed since is the next request.
    if (sent && isSameRequest(sent.fields, depositFields(form, depositPaise(form) ?? 0))) clear()
    else keepSent(null)
    dispatch(toastShown('good', t`Deposit submitted`))
  })
  useEffect(() => {
    if (hasArrived) onArrived()
  }, [hasArrived])
  return sent !== null && sent.state !== 'sent'
}

/** Sends the form, and says what came of it, on whatever page. */
function useSend(
  kept: KeptDeposit,
  deposits: readonly OwnDeposit[] | undefined,
  setProblem: (problem: DepositProblem | null) => void,
) {
  const dispatch = useAppDispatch()
  const [post, { isLoading }] = usePostDepositMutation({ fixedCacheKey: 'deposit' })
  const { form, sent, keepSent, nowIs, clear } = kept

  const submit = async (): Promise<void> => {
    const wrong = depositProblem(form)
    setProblem(wrong)
    const amountPaise = depositPaise(form)
    if (wrong || amountPaise === null || !form.proof) return
    const intent = intentOf(form)
    const isSame = sent?.intent === intent
    const idempotencyKey = isSame ? sent.idempotencyKey : newIdempotencyKey()
    const fields = depositFields(form, amountPaise)
    const alike = deposits?.filter((one) => isRequestOf(one, fields)).map(({ _id }) => _id)
    const earlier = isSame ? sent.earlier : (alike ?? null)
    const wasOpen = isSame && sent.state !== 'sent'
    keepSent({ intent, fields, idempotencyKey, state: wasOpen ? 'asking' : 'sent', earlier })
    const epoch = dispatch(epochNow)
    const { data, error } = await post({
      form: { ...fields, proof: form.proof },
      idempotencyKey,
      // Whoever is here since has nothing to do with it, and it may have arrived.
      onUnclear: () => {
        if (dispatch(epochNow) === epoch) nowIs('asking')
      },
    })
    if (dispatch(epochNow) !== epoch) return
    if (data) {
      clear()
      dispatch(toastShown('good', t`Deposit submitted`))
      return
    }
    const failure = asCallError(error)
    if (isOutcomeUnknown(failure)) {
      nowIs('open')
      dispatch(toastShown('bad', t`We could not confirm that your request arrived.`))
      return
    }
    if (failure.kind === 'cancelled') {
      // The last of it may have left before the browser told so: the same once more has the same key.
      dispatch(toastShown('note', t`Upload cancelled`))
      return
    }
    if (wasOpen && leavesOpen(failure)) nowIs('open')
    else keepSent(null)
    if (failure.code === 'duplicate_utr')
      setProblem({ field: 'utr', message: () => formErrorText(failure, t`Error submitting deposit`) })
    else dispatch(toastShown('bad', toastErrorText(failure, t`Error submitting deposit`)))
  }
  return { busy: isLoading, submit }
}

/** The form of one deposit, and what its submission came to. */
export function useDepositForm(): {
  form: DepositTexts
  lostProof: string | null
  change: (changes: Partial<DepositTexts>) => void
  errorOf: (field: DepositField) => string | undefined
  busy: boolean
  isUnclear: boolean
  submit: () => Promise<void>
} {
  const kept = useKeptDeposit()
  const [problem, setProblem] = useState<DepositProblem | null>(null)
  const { data } = useOwnDeposits()
  const { busy, submit } = useSend(kept, data?.deposits, setProblem)
  const isUnclear = useUnclear(kept, data?.deposits, busy)
  return {
    form: kept.form,
    lostProof: kept.lostProof,
    change: (changes) => {
      kept.write(changes)
      const { amount, proof } = changes
      // Another way to write an amount mends nothing.
      const isSameAmount = amount !== undefined && depositPaise({ amount }) === depositPaise(kept.form)
      const isMended = ({ field }: DepositProblem): boolean => field in changes && !(field === 'amount' && isSameAmount)
      const told = proof ? proofProblem(proof) : null
      setProblem((before) => told ?? (before && isMended(before) ? null : before))
    },
    errorOf: (field) => (problem?.field === field ? problem.message() : undefined),
    busy,
    isUnclear,
    submit,
  }
}
