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
import type { FormState } from '../../core/use-form.ts'
import { UnknownRequestNotice } from '../../entities/requests/request-outcome.tsx'
import type { DepositField, DepositTexts } from './deposit-rules.ts'
import {
  depositPaise,
  depositProblem,
  maxDepositPaise,
  methodNames,
  minDepositPaise,
  proofTypes,
} from './deposit-rules.ts'
import { PayDetails } from './pay-details.tsx'
import { useDepositForm } from './use-deposit-form.ts'
import { useEffect, useState } from 'react'
import styles from './deposit.module.css'

/** The chosen screenshot, before it is sent. A file that the browser cannot show has no preview. A cut-off picture loads, but cannot be decoded. */
function ProofPreview({ file }: { file: File }): ReactNode {
  const [shown, setShown] = useState<{ file: File; url: string } | null>(null)
  useEffect(() => {
    if (!file.type.startsWith('image/')) return
    // The security policy of the page allows pictures in `data:` and refuses `blob:`.
    const reader = new FileReader()
    reader.onload = () => setShown({ file, url: reader.result as string })
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  if (shown?.file !== file) return null
  const hide = (): void => setShown(null)
  return (
    <img
      className={styles.preview}
      src={shown.url}
      alt={t`Your proof of the payment`}
      onLoad={({ currentTarget }) => void currentTarget.decode().catch(hide)}
      onError={hide}
    />
  )
}

function helpOf(method: DepositMethod): string {
  if (method === 'UPI')
    return t`Open the payment in your UPI app. PhonePe calls the number UTR, Google Pay UPI transaction ID, Paytm UPI Ref No. The number has 12 digits.`
  if (method === 'CRYPTO') return t`Open the transfer in your wallet. Copy the transaction hash, also called TxID.`
  return t`Open the transfer in your bank app, or read the message of your bank. The number is called UTR or reference number.`
}

/** Where the reference of a payment is found. */
function UtrHelp({ method }: { method: DepositMethod }): ReactNode {
  return (
    <details className={styles.help}>
      <summary>{t`Where do I find the UTR?`}</summary>
      <p className={textClass('small', 'muted')}>{helpOf(method)}</p>
    </details>
  )
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

/** How the payment is made, and how much. */
function PaymentPart({ form, busy }: { form: FormState<DepositTexts, DepositField>; busy: boolean }): ReactNode {
  return (
    <Stack gap={4} className={styles.payment}>
      <AmountPart form={form} busy={busy} />
      <FieldGroup label={t`Method`}>
        <Segmented
          dense
          label={t`Method`}
          options={DepositMethod.options.map((value) => ({ value, label: methodNames[value]() }))}
          value={form.values.method}
          disabled={busy}
          onChange={(chosen) => form.change({ method: chosen })}
        />
      </FieldGroup>
    </Stack>
  )
}

/** The amount, where to pay, then the reference and the proof (spec 2.10, 5.8). While it is sent the form shows what is sent, and cannot be changed. */
export function DepositForm(): ReactNode {
  const { form, note, payTo, onPay, lostProof, onProof, busy, unknown, submit } = useDepositForm()
  const { method, proof } = form.values
  const amountPaise = depositPaise(form.values)
  const isAmount = depositProblem(form.values)?.field !== 'amount'
  const sending = useUploadProgress(postDeposit)
  return (
    <Form className={classNames(panelClass, styles.form)} aria-label={t`Deposit`} onSubmit={submit}>
      <PaymentPart form={form} busy={busy} />
      <PayDetails method={method} amountPaise={isAmount ? amountPaise : null} note={note} kept={payTo} onPay={onPay} />
      <Stack gap={4} className={styles.proof}>
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
        <UtrHelp method={method} />
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
        {proof && <ProofPreview file={proof} />}
        <UnknownRequestNotice of={unknown} busy={busy} />
        <Button type="submit" kind="primary" big busy={busy}>
          {t`Submit deposit`}
          {amountPaise !== null && amountPaise > 0 && ` · ${formatRupees(amountPaise)}`}
        </Button>
      </Stack>
    </Form>
  )
}
