import type { Order } from '@kismet/app-kit/order.ts'
import { useUploadProgress } from '@kismet/app-kit/upload.ts'
import { DepositMethod, limits, postDeposit, referenceForm } from '@kismet/contracts'
import chip100 from '@kismet/ui/art/chip-100.svg'
import chip1k from '@kismet/ui/art/chip-1k.svg'
import chip500 from '@kismet/ui/art/chip-500.svg'
import chip5k from '@kismet/ui/art/chip-5k.svg'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { AmountField } from '@kismet/ui/controls/amount-field.tsx'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { FieldGroup } from '@kismet/ui/controls/field.tsx'
import { FileField } from '@kismet/ui/controls/file-field.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { amountText, formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { panelClass } from '@kismet/ui/layout/panel.tsx'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod'
import { api } from '../../core/api.ts'
import { formErrorText } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import type { FormState } from '../../core/use-form.ts'
import { useFormOf } from '../../core/use-form.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { requestFailed } from '../../entities/requests/request-outcome.tsx'
import type { UnknownRequest } from '../../entities/requests/request-outcome.tsx'
import { UnknownRequestNotice, unknownRequestOf } from '../../entities/requests/request-outcome.tsx'
import { useDraftFile } from '../../entities/session/drafts.ts'
import { useOrder } from '../../entities/session/orders.ts'
import { uploadOf, useOwnDeposits } from './deposit-api.ts'
import type { DepositField, DepositTexts, OwnDeposit } from './deposit-rules.ts'
import {
  depositFields,
  depositPaise,
  depositProblem,
  intentOf,
  isRequestOf,
  isSameRequest,
  isSince,
  maxDepositPaise,
  methodNames,
  minDepositPaise,
  proofProblem,
  proofTypes,
} from './deposit-rules.ts'
import styles from './deposit.module.css'
import { PayDetails } from './pay-details.tsx'

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
function useDepositForm(): {
  form: FormState<DepositTexts, DepositField>
  lostProof: string | null
  onProof: (proof: File | null) => void
  busy: boolean
  unknown: UnknownRequest | null
  submit: () => Promise<void>
} {
  const dispatch = useAppDispatch()
  const { draft, change: keep, orders, busy, send, found } = useOrder(deposit)
  const [proof, choose] = useDraftFile('deposit')
  const { data: deposits } = useOwnDeposits()
  const { proofName, ...texts } = draft
  const values: DepositTexts = { ...texts, proof }
  const written = depositFields(values, depositPaise(values) ?? 0)
  const write = ({ proof: chosen, ...changed }: Partial<DepositTexts>): void => {
    if (chosen !== undefined) choose(chosen)
    const name = chosen === undefined ? {} : { proofName: chosen?.name ?? null }
    keep((before) => ({ ...before, ...changed, ...name }))
  }
  const form = useFormOf<DepositTexts, DepositField>(values, write, busy, (field, changes) => {
    // The same amount in another spelling does not mend a problem.
    const isSameAmount = depositPaise({ amount: changes.amount ?? '' }) === depositPaise(values)
    return field in changes && !(field === 'amount' && isSameAmount)
  })
  /** The deposit has arrived: the next one is another. */
  const clear = (): void => {
    keep(({ method }) => ({ ...deposit.empty, method }))
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
      form.tell({ field: 'utr', message: () => formErrorText(ended.error, t`Error submitting deposit`) })
    else dispatch(requestFailed(ended, t`Error submitting deposit`))
  }

  return {
    form,
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

const chips = [
  { art: chip100, amountPaise: 10_000 },
  { art: chip500, amountPaise: 50_000 },
  { art: chip1k, amountPaise: 100_000 },
  { art: chip5k, amountPaise: 500_000 },
]

function AmountPart({ form, busy }: { form: FormState<DepositTexts, DepositField>; busy: boolean }): ReactNode {
  const { values, change, errorOf } = form
  return (
    <>
      <AmountField
        label={t`Amount`}
        name={'amount' satisfies DepositField}
        text={values.amount}
        locked={busy}
        error={errorOf('amount')}
        onText={(amount) => change({ amount })}
        onBlur={() => {
          const amountPaise = depositPaise(values)
          if (amountPaise !== null) change({ amount: amountText(amountPaise) })
        }}
      />
      <div className={styles.adds}>
        {chips.map(({ art, amountPaise }) => (
          <Button
            key={amountPaise}
            kind="quiet"
            disabled={busy}
            onClick={() => change({ amount: amountText(amountPaise) })}
          >
            <img src={art} alt="" width={24} height={24} />
            {formatRupeesShort(amountPaise)}
          </Button>
        ))}
      </div>
      <p
        className={classNames(textClass('key'), styles.hint)}
      >{t`${formatRupeesShort(minDepositPaise)} to ${formatRupeesShort(maxDepositPaise)} per deposit`}</p>
    </>
  )
}

/** Pay first, then say how (spec 2.10, 5.8). While it is sent the form shows what is sent, and cannot be changed. */
export function DepositForm(): ReactNode {
  const { form, lostProof, onProof, busy, unknown, submit } = useDepositForm()
  const { method, proof } = form.values
  const amountPaise = depositPaise(form.values)
  const sending = useUploadProgress(postDeposit)
  return (
    <Form className={classNames(panelClass, styles.form)} aria-label={t`Deposit`} onSubmit={submit}>
      <PayDetails />
      <Stack gap={4}>
        <AmountPart form={form} busy={busy} />
        <FieldGroup label={t`Method`}>
          <Segmented
            dense
            label={t`Method`}
            options={DepositMethod.options.map((value) => ({ value, label: methodNames[value]() }))}
            value={method}
            disabled={busy}
            onChange={(chosen) => form.change({ method: chosen })}
          />
        </FieldGroup>
        <TextField
          {...form.field('utr')}
          label={t`UTR/Reference number`}
          mono
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={limits.deposit.referenceMaxLength}
          inputMode={referenceForm(method).characters === 'digits' ? 'numeric' : 'text'}
        />
        <FileField
          name={'proof' satisfies DepositField}
          label={t`Proof (image or PDF)`}
          prompt={t`Add the payment screenshot or PDF`}
          accept={proofTypes}
          file={proof}
          error={form.errorOf('proof')}
          hint={lostProof === null ? undefined : t`Choose ${lostProof} again. A reload removes the chosen file.`}
          sending={sending}
          onFile={onProof}
        />
        <UnknownRequestNotice of={unknown} busy={busy} />
        <Button type="submit" kind="primary" big busy={busy}>
          {t`Submit deposit`}
          {amountPaise !== null && amountPaise > 0 && ` · ${formatRupees(amountPaise)}`}
        </Button>
      </Stack>
    </Form>
  )
}
