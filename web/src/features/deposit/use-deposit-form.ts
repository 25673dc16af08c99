import type { Order } from '@kismet/app-kit/order.ts'
import { DepositMethod } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { api } from '../../core/api.ts'
import { formErrorText } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { requestFailed } from '../../entities/notices/request-failed.ts'
import type { Unclear } from '../../entities/notices/unclear-request.tsx'
import { unclearOf } from '../../entities/notices/unclear-request.tsx'
import { useKeptFile } from '../../entities/session/kept-form.ts'
import { useOrder } from '../../entities/session/orders.ts'
import { uploadOf, useOwnDeposits } from './deposit-api.ts'
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

/** A file cannot be stored: only its name. */
const Draft = z.object({
  amount: z.string(),
  method: DepositMethod,
  utr: z.string(),
  proofName: z.string().nullable(),
})

/** The facts of an order: what was sent, and the own requests that were equal before. */
const deposit = {
  name: 'deposit',
  draft: Draft,
  empty: { amount: '', method: 'UPI', utr: '', proofName: null } satisfies z.output<typeof Draft>,
  facts: z.object({
    amountPaise: z.int(),
    fields: z.object({ amount: z.string(), method: z.string(), utr: z.string() }),
    earlier: z.array(z.string()).nullable(),
  }),
} as const

/** After half a minute the player decides, who can send the same request again. */
const timesAsked = 7

type DepositOrder = Order<z.output<typeof deposit.facts>>

/** Tells of an order with an unknown outcome that stands among the own requests. */
function useArrived(
  orders: readonly DepositOrder[],
  deposits: readonly OwnDeposit[] | undefined,
  tell: (order: DepositOrder) => void,
): void {
  const arrived = orders.find(
    ({ state, facts }) =>
      state === 'unknown' &&
      deposits?.some((one) => isRequestOf(one, facts.fields) && isSince(one, facts.earlier)) === true,
  )
  const onArrived = useEffectEvent(() => {
    if (arrived) tell(arrived)
  })
  useEffect(() => onArrived(), [arrived?.key])
}

/** The form of one deposit, and the outcome of its submission. */
export function useDepositForm(): {
  form: DepositTexts
  lostProof: string | null
  change: (changes: Partial<DepositTexts>) => void
  errorOf: (field: DepositField) => string | undefined
  busy: boolean
  unclear: Unclear | null
  submit: () => Promise<void>
} {
  const dispatch = useAppDispatch()
  const { draft, change: keep, orders, busy, send, found } = useOrder(deposit)
  const [proof, choose] = useKeptFile('deposit')
  const [problem, setProblem] = useState<DepositProblem | null>(null)
  const { data } = useOwnDeposits()
  const { proofName, ...texts } = draft
  const form: DepositTexts = { ...texts, proof }
  const written = depositFields(form, depositPaise(form) ?? 0)
  /** The deposit has arrived: the next one is another. */
  const clear = (): void => {
    keep(({ method }) => ({ ...deposit.empty, method }))
    choose(null)
  }

  useArrived(orders, data?.deposits, ({ key, facts }) => {
    found(key)
    // What was changed since is the next request.
    if (isSameRequest(facts.fields, written)) clear()
    dispatch(toastShown('good', t`Deposit submitted`))
  })

  const submit = async (): Promise<void> => {
    const wrong = depositProblem(form)
    setProblem(wrong)
    const amountPaise = depositPaise(form)
    if (wrong || amountPaise === null || !proof) return
    const fields = depositFields(form, amountPaise)
    const alike = data?.deposits.filter((one) => isRequestOf(one, fields)).map(({ _id }) => _id)
    const ended = await send({
      intent: intentOf(form),
      facts: { amountPaise, fields, earlier: alike ?? null },
      ...uploadOf({ ...fields, proof }),
      times: timesAsked,
    })
    if (ended === null) return
    // Without an answer, too: the player is told to look for the request in the list.
    dispatch(api.util.invalidateTags(['Deposits']))
    if (ended.is === 'done') {
      clear()
      dispatch(toastShown('good', t`Deposit submitted`))
    } else if (ended.error.code === 'duplicate_utr')
      setProblem({ field: 'utr', message: () => formErrorText(ended.error, t`Error submitting deposit`) })
    else dispatch(requestFailed(ended, t`Error submitting deposit`))
  }

  return {
    form,
    lostProof: proof === null ? proofName : null,
    change: ({ proof: chosen, ...changed }) => {
      if (chosen !== undefined) choose(chosen)
      const name = chosen === undefined ? {} : { proofName: chosen?.name ?? null }
      keep((before) => ({ ...before, ...changed, ...name }))
      const { amount } = changed
      // Another way to write an amount mends nothing.
      const isSameAmount = amount !== undefined && depositPaise({ amount }) === depositPaise(form)
      const isMended = ({ field }: DepositProblem): boolean =>
        field === 'proof' ? chosen !== undefined : field in changed && !(field === 'amount' && isSameAmount)
      const told = chosen ? proofProblem(chosen) : null
      setProblem((before) => told ?? (before && isMended(before) ? null : before))
    },
    errorOf: (field) => (problem?.field === field ? problem.message() : undefined),
    busy,
    unclear: unclearOf(orders, ({ facts }) => isSameRequest(facts.fields, written)),
    submit,
  }
}
