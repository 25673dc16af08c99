import type { Order } from '@kismet/app-kit/order.ts'
import { DepositMethod } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatTimeOfYear } from '@kismet/ui/format/time.ts'
import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod'
import { api } from '../../core/api.ts'
import { formErrorText } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import type { FormState } from '../../core/use-form.ts'
import { useFormOf } from '../../core/use-form.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { requestFailed, unknownRequestOf } from '../../entities/requests/request-outcome.tsx'
import type { UnknownRequest } from '../../entities/requests/request-outcome.tsx'
import { useDraftFile } from '../../entities/session/drafts.ts'
import { useOrder } from '../../entities/session/orders.ts'
import { uploadOf } from './deposit-api.ts'
import type { DepositField, DepositTexts } from './deposit-rules.ts'
import {
  depositFields,
  depositPaise,
  depositProblem,
  intentOf,
  isOfProof,
  isRequestOf,
  isSameRequest,
  isSince,
  proofProblem,
  withReference,
} from './deposit-rules.ts'
import { KeptAccount, newNote } from './pay-to.ts'
import type { OwnDeposit } from './own-deposits.ts'
import { useOwnDeposits } from './own-deposits.ts'

/**
 * A file cannot be stored: only its name. `note`: of the payment, from the first change on, because a payment app may reload
 * the page. `payTo`: the account that was shown first with a valid amount, or to which the player has begun to pay since.
 */
const Draft = z.object({
  amount: z.string(),
  method: DepositMethod,
  utr: z.string(),
  proofName: z.string().nullable(),
  note: z.string().default(''),
  payTo: KeptAccount.nullable().catch(null),
})

/** The facts of an order: what was sent, and the own requests that were equal before. */
const deposit = {
  name: 'deposit',
  draft: Draft,
  empty: { amount: '', method: 'UPI', utr: '', proofName: null, note: '', payTo: null } satisfies z.output<
    typeof Draft
  >,
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

type DepositDraft = z.output<typeof Draft>

/** What the server is told of the payment: the account, and the note of a UPI payment. A previous release of the server knows neither. */
function shownOf({ payTo, method, note }: DepositDraft): { payTo?: string; note?: string } {
  if (payTo === null || payTo.id === null) return {}
  return method === 'UPI' && note !== '' ? { payTo: payTo.id, note } : { payTo: payTo.id }
}

/** The own request that has the reference already. */
function sentText({ createdAt, amount, status }: OwnDeposit): string {
  const facts = [formatTimeOfYear(createdAt), formatRupees(amount)] as const
  return status === 'approved'
    ? t`You sent this reference on ${facts[0]} for ${facts[1]}, and the request was approved.`
    : t`You sent this reference on ${facts[0]} for ${facts[1]}. The request is pending. You do not need to send it again.`
}

/** What stays for the next deposit. */
const emptyAfter = ({ method }: DepositDraft): DepositDraft => ({ ...deposit.empty, method })

interface DepositFormState {
  form: FormState<DepositTexts, DepositField>
  note: string
  /** See `Draft`. */
  payTo: KeptAccount | null
  onPay: (payTo: KeptAccount) => void
  lostProof: string | null
  onProof: (proof: File | null) => void
  busy: boolean
  unknown: UnknownRequest | null
  submit: () => Promise<void>
}

/** The form of one deposit, and the outcome of its submission. */
export function useDepositForm(): DepositFormState {
  const dispatch = useAppDispatch()
  const { draft, change: keep, orders, busy, send, found } = useOrder(deposit)
  const [proof, choose] = useDraftFile('deposit')
  const { data: deposits } = useOwnDeposits()
  const { proofName, note, payTo, ...texts } = draft
  const values: DepositTexts = { ...texts, proof }
  const written = depositFields(values, depositPaise(values) ?? 0)
  const write = ({ proof: chosen, ...changed }: Partial<DepositTexts>): void => {
    if (chosen !== undefined) choose(chosen)
    const name = chosen === undefined ? {} : { proofName: chosen?.name ?? null }
    const other = changed.method === undefined ? {} : { payTo: null }
    keep((before) => ({ ...before, note: before.note || newNote(), ...changed, ...name, ...other }))
  }
  const form = useFormOf<DepositTexts, DepositField>(values, write, busy, (field, changes) => {
    // The same amount in another spelling does not mend a problem.
    const isSameAmount = depositPaise({ amount: changes.amount ?? '' }) === depositPaise(values)
    return field in changes && !(field === 'amount' && isSameAmount)
  })
  /** The deposit has arrived: the next one is another. */
  const clear = (): void => {
    keep(emptyAfter)
    choose(null)
  }

  useArrived(orders, deposits, ({ key, facts }) => {
    found(key)
    // What was changed since is the next request.
    if (isSameRequest(facts.fields, written)) clear()
    dispatch(toastShown('good', t`Deposit submitted`))
  })

  const submit = async (): Promise<void> => {
    const amountPaise = depositPaise(values)
    if (form.tell(depositProblem(values)) || amountPaise === null || !proof) return
    const fields = depositFields(values, amountPaise)
    const alike = deposits?.filter((one) => isRequestOf(one, fields)).map(({ _id }) => _id)
    const ended = await send({
      intent: intentOf(values),
      facts: { amountPaise, fields, earlier: alike ?? null },
      ...uploadOf({ ...fields, ...shownOf(draft), proof }),
      times: timesAsked,
    })
    if (ended === null) return
    // Without an answer, too: the player is told to look for the request in the list.
    dispatch(api.util.invalidateTags(['Deposits']))
    if (ended.is === 'done') {
      clear()
      dispatch(toastShown('good', t`Deposit submitted`))
      return
    }
    const message = (): string => formErrorText(ended.error, t`Error submitting deposit`)
    if (ended.error.code === 'duplicate_utr') {
      const own = withReference(deposits ?? [], draft.method, fields.utr)
      form.tell({ field: 'utr', message: own === undefined ? message : () => sentText(own) })
    } else if (isOfProof(ended.error)) form.tell({ field: 'proof', message })
    else dispatch(requestFailed(ended, t`Error submitting deposit`))
  }

  return {
    form,
    note,
    payTo,
    onPay: (account) => keep((before) => ({ ...before, payTo: account })),
    lostProof: proof === null ? proofName : null,
    onProof: (chosen) => {
      form.change({ proof: chosen })
      const wrong = chosen && proofProblem(chosen)
      if (wrong) form.tell(wrong)
    },
    busy,
    unknown: unknownRequestOf(orders, ({ facts }) => isSameRequest(facts.fields, written)),
    submit,
  }
}
