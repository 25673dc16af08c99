import { useSending } from '@kismet/app-kit/upload.ts'
import { DepositMethod, postDeposit } from '@kismet/contracts'
import chip100 from '@kismet/ui/art/chip-100.svg'
import chip1k from '@kismet/ui/art/chip-1k.svg'
import chip500 from '@kismet/ui/art/chip-500.svg'
import chip5k from '@kismet/ui/art/chip-5k.svg'
import { AmountField } from '@kismet/ui/controls/amount-field.tsx'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { FieldGroup } from '@kismet/ui/controls/field.tsx'
import { FileField } from '@kismet/ui/controls/file-field.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { amountText, formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { panelClass } from '@kismet/ui/layout/panel.tsx'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { UnclearRequest } from '../../entities/notices/unclear-request.tsx'
import type { DepositField, DepositTexts } from './deposit-rules.ts'
import { depositPaise, maxDepositPaise, minDepositPaise, proofTypes } from './deposit-rules.ts'
import { PayDetails } from './pay-details.tsx'
import { useDepositForm } from './use-deposit-form.ts'
import styles from './deposit.module.css'

const chips = [
  { art: chip100, amountPaise: 10_000 },
  { art: chip500, amountPaise: 50_000 },
  { art: chip1k, amountPaise: 100_000 },
  { art: chip5k, amountPaise: 500_000 },
]
const methods = DepositMethod.options.map((value) => ({ value, label: value }))

interface FieldsProps {
  form: DepositTexts
  change: (changes: Partial<DepositTexts>) => void
  errorOf: (field: DepositField) => string | undefined
  busy: boolean
}

function AmountPart({ form, change, errorOf, busy }: FieldsProps): ReactNode {
  return (
    <>
      <AmountField
        label={t`Amount`}
        name={'amount' satisfies DepositField}
        text={form.amount}
        locked={busy}
        error={errorOf('amount')}
        onText={(amount) => change({ amount })}
        onBlur={() => {
          const amountPaise = depositPaise(form)
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
  const { form, lostProof, change, errorOf, busy, unclear, submit } = useDepositForm()
  const amountPaise = depositPaise(form)
  const sending = useSending(postDeposit)
  return (
    <Form className={classNames(panelClass, styles.form)} aria-label={t`Deposit`} onSubmit={submit}>
      <PayDetails />
      <Stack gap={4}>
        <AmountPart form={form} change={change} errorOf={errorOf} busy={busy} />
        <FieldGroup label={t`Method`}>
          <Segmented
            dense
            label={t`Method`}
            options={methods}
            value={form.method}
            disabled={busy}
            onChange={(method) => change({ method })}
          />
        </FieldGroup>
        <TextField
          label={t`UTR/Reference number`}
          name={'utr' satisfies DepositField}
          mono
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={160}
          inputMode={form.method === 'UPI' || form.method === 'IMPS' ? 'numeric' : 'text'}
          value={form.utr}
          readOnly={busy}
          error={errorOf('utr')}
          onChange={(event) => change({ utr: event.target.value })}
        />
        <FileField
          name={'proof' satisfies DepositField}
          label={t`Proof (image or PDF)`}
          prompt={t`Add the payment screenshot or PDF`}
          accept={proofTypes}
          file={form.proof}
          error={errorOf('proof')}
          hint={lostProof === null ? undefined : t`Choose ${lostProof} again. A reload removes the chosen file.`}
          sending={sending}
          onFile={(proof) => change({ proof })}
        />
        <UnclearRequest of={unclear} busy={busy} />
        <Button type="submit" kind="primary" big busy={busy}>
          {t`Submit deposit`}
          {amountPaise !== null && amountPaise > 0 && ` · ${formatRupees(amountPaise)}`}
        </Button>
      </Stack>
    </Form>
  )
}
