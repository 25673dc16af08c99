import { PayToForm, PayToKind } from '@kismet/contracts'
import type { DepositMethod } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Checkbox, Segmented } from '@kismet/ui/controls/choice.tsx'
import { FieldGroup } from '@kismet/ui/controls/field.tsx'
import { FileField } from '@kismet/ui/controls/file-field.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { ConfirmDialog } from '@kismet/ui/feedback/dialog.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { rupeesText } from '@kismet/ui/format/money.ts'
import { Columns, Row, Stack } from '@kismet/ui/layout/layout.tsx'
import ImageUp from 'lucide-react/icons/image-up'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useFields } from '../../core/fields.ts'
import { formatMinute } from '../../core/format/time.ts'
import { failedText } from '../../entities/notices/use-change.ts'
import { useShowToast } from '../../entities/notices/use-show-toast.ts'
import { useCommand } from '../../entities/session/orders.ts'
import {
  addressWords,
  effectText,
  imageProblem,
  imageTypes,
  kindWords,
  nameWords,
  offeredMethods,
} from './account-words.ts'
import type { PayToAccount } from './pay-to-api.ts'
import { postAccount } from './pay-to-api.ts'
import styles from './qr-settings.module.css'

const lost = 'your change may still have gone through. Close this form and check the list.'

/** The fields as texts: of the account in use, or empty for a new one. */
function startOf(account: PayToAccount | null) {
  const inUse = account?.inUse
  const kind: PayToKind = PayToKind.safeParse(inUse?.kind).data ?? 'upi'
  return {
    ...{ kind, name: inUse?.name ?? '', utr: inUse?.address ?? '', ifsc: inUse?.ifsc ?? '' },
    methods: (inUse?.methods ?? offeredMethods(kind)).join(','),
    dailyLimit: typeof inUse?.dailyLimit === 'number' ? rupeesText(inUse.dailyLimit) : '',
  }
}

interface AccountFormProps {
  /** Null for a new account. */
  account: PayToAccount | null
  isFirst: boolean
  delayHours: number
  onClose: () => void
}

/** A QR image, how it looks, and that an owner has scanned it. */
function useQrImage() {
  const [image, setImage] = useState<File | null>(null)
  const [isScanned, setScanned] = useState(false)
  const choose = (chosen: File | null): void => {
    setImage(chosen)
    setScanned(false)
  }
  return { image, choose, isScanned, setScanned, problem: image ? imageProblem(image) : undefined }
}

function QrPart({ qr, inUse }: { qr: ReturnType<typeof useQrImage>; inUse: string | null }): ReactNode {
  const { image, choose, isScanned, setScanned, problem } = qr
  const place = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    if (image === null || place.current === null) return
    const url = URL.createObjectURL(image)
    place.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [image])
  return (
    <Stack gap={2}>
      <FileField
        name="qrImage"
        label="QR image (optional)"
        error={problem}
        file={image}
        onFile={choose}
        accept={imageTypes}
        prompt={inUse === null ? 'Choose a QR image, or drop it here' : 'The QR image stays. Choose a new one here'}
        icon={ImageUp}
      />
      {(image !== null || inUse !== null) && (
        <div className={styles.small}>
          <img
            key={image === null ? 'inUse' : 'chosen'}
            ref={place}
            src={image === null ? (inUse ?? undefined) : undefined}
            alt="Payment QR"
          />
        </div>
      )}
      {image && (
        <Checkbox name="scanned" checked={isScanned} onChange={setScanned}>
          I scanned it and the name is ours
        </Checkbox>
      )}
    </Stack>
  )
}

interface MethodsProps {
  offered: readonly DepositMethod[]
  chosen: string
  onChange: (chosen: string) => void
}

function Methods({ offered, chosen, onChange }: MethodsProps): ReactNode {
  const now = chosen.split(',')
  const toggle = (method: DepositMethod, isOn: boolean): void =>
    onChange(offered.filter((one) => (one === method ? isOn : now.includes(one))).join(','))
  return (
    <FieldGroup label="Methods">
      <Row gap={4} wrap>
        {offered.map((method) => (
          <Checkbox key={method} checked={now.includes(method)} onChange={(isOn) => toggle(method, isOn)}>
            {method}
          </Checkbox>
        ))}
      </Row>
    </FieldGroup>
  )
}

/** Sends the change, or asks about a QR image first. */
function useSave({ account, onClose }: AccountFormProps, qr: ReturnType<typeof useQrImage>) {
  const { send } = useCommand()
  const showToast = useShowToast()
  const [warning, setWarning] = useState<string | null>(null)
  const fields = useFields(PayToForm, startOf(account), () => setWarning(null))
  const onConfirm = fields.submit(async (terms) => {
    const image = terms.kind === 'upi' ? qr.image : null
    if (image && (qr.problem !== undefined || !qr.isScanned)) {
      fields.refuse(qr.problem ?? 'Scan the new QR first, then tick the box.')
      return
    }
    const change = { account, terms, image, isQrChecked: warning !== null }
    const ended = await send({ send: (callApi) => postAccount(change, callApi) })
    if (ended === null) return
    if (ended.is === 'done') {
      onClose()
      const from = ended.data
      if (from === null) showToast('good', 'Account saved', 'The change is in use now.')
      else showToast('good', 'Change proposed', `In use from ${formatMinute(from)}, or when another owner confirms.`)
      return
    }
    const { error } = ended
    if (error.code === 'qr_differs' && warning === null) {
      // The QR image in use may stay below a new UPI ID only if that image cannot be read: a person then checks it.
      if (image !== null || (error.params?.paysTo ?? null) === null) {
        setWarning(error.message ?? '')
        return
      }
    }
    fields.refuse(failedText(ended, 'No change was made.', lost))
  })
  return { fields, onConfirm, warning }
}

/** The fields of each kind. */
function AccountFields({ fields, isNew }: { fields: ReturnType<typeof useSave>['fields']; isNew: boolean }): ReactNode {
  const kind = fields.choice('kind')
  const methods = fields.choice('methods')
  const choose = (chosen: PayToKind): void => {
    kind.onChange(chosen)
    methods.onChange(offeredMethods(chosen).join(','))
  }
  return (
    <>
      {isNew && (
        <FieldGroup label="Kind">
          <Segmented
            dense
            label="Kind"
            options={PayToKind.options.map((value) => ({ value, label: kindWords[value] }))}
            value={kind.value}
            onChange={choose}
          />
        </FieldGroup>
      )}
      <Columns least={14} gap={4}>
        <TextField
          {...{ label: addressWords[kind.value], mono: true, autoComplete: 'off', spellCheck: false, maxLength: 128 }}
          hint={kind.value === 'upi' ? 'Players pay to this UPI ID.' : 'Players copy it.'}
          {...fields.text('utr')}
        />
        <TextField {...nameWords(kind.value)} autoComplete="off" {...fields.text('name')} />
        {kind.value === 'bank' && (
          <TextField label="IFSC" mono autoComplete="off" spellCheck={false} {...fields.text('ifsc')} />
        )}
        <TextField
          {...{ label: 'Daily limit', inputMode: 'decimal', autoComplete: 'off', rupees: true }}
          hint="Of requested and approved deposits. Then players see the next account. Empty is no limit."
          {...fields.text('dailyLimit')}
        />
      </Columns>
      {kind.value === 'bank' && (
        <Methods offered={offeredMethods(kind.value)} chosen={methods.value} onChange={methods.onChange} />
      )}
    </>
  )
}

function Problem({ text }: { text: string | undefined }): ReactNode {
  if (text === undefined) return null
  return (
    <p className={textClass('small', 'loss')} role="alert">
      {text}
    </p>
  )
}

/** Adds an account that players pay to, or changes one. */
export function AccountForm(props: AccountFormProps): ReactNode {
  const { account, isFirst, delayHours, onClose } = props
  const qr = useQrImage()
  const { fields, onConfirm, warning } = useSave(props, qr)
  return (
    <ConfirmDialog
      title={account ? 'Change the account' : 'Add an account'}
      icon={Wallet}
      action={warning === null ? 'Save account' : 'Save anyway'}
      isDangerous={warning !== null}
      isWide
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <b className={textClass('strong')}>Deposits will go to this account.</b> {effectText(isFirst, delayHours)} All
        owners are told by mail.
      </p>
      <AccountFields fields={fields} isNew={account === null} />
      <Problem text={fields.problemOf('methods')} />
      {fields.choice('kind').value === 'upi' && <QrPart qr={qr} inUse={account?.inUse?.qrImage ?? null} />}
      <Problem text={fields.problem} />
      {warning !== null && (
        <Notice tone="bad" icon={TriangleAlert}>
          {warning} Scan the image with your own phone before you save it.
        </Notice>
      )}
    </ConfirmDialog>
  )
}
