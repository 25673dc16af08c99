import { getDepositSettings } from '@kismet/contracts'
import type { DepositMethod } from '@kismet/contracts'
import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { CopyButton } from '@kismet/ui/controls/copy-button.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import Smartphone from 'lucide-react/icons/smartphone'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { QueryState } from '../../core/query-state.tsx'
import { queryHook } from '../../entities/session/from-contract.ts'
import { methodNames } from './deposit-rules.ts'
import { MadeQr, SaveQr } from './made-qr.tsx'
import type { KeptAccount, PayTo } from './pay-to.ts'
import { isSameAccount, payToOf, upiIdOf, upiLink } from './pay-to.ts'
import { QrCode } from './qr-code.tsx'
import styles from './deposit.module.css'

/** Where players pay to now. */
const useDepositSettings = queryHook(getDepositSettings)

const qrHeightPx = 116
const recheckMs = 60_000

/** A value that the player copies into a payment app or the site of a bank. */
function Copied({ text, label, onPay }: { text: string; label: string; onPay: () => void }): ReactNode {
  return (
    <Row as="span" gap={2}>
      <span className={classNames(textClass('mono'), styles.reference)}>{text}</span>
      <span className={textClass('push')} onClickCapture={onPay}>
        <CopyButton text={text} label={label} />
      </span>
    </Row>
  )
}

/** A row for each value that there is. */
const rowsOf = (rows: readonly (readonly [name: string, text: string | null, copy: string])[], onPay: () => void) =>
  rows.flatMap(([name, text, label]) =>
    text === null || text === '' ? [] : [{ name, value: <Copied text={text} label={label} onPay={onPay} /> }],
  )

interface ShownProps {
  payTo: PayTo
  /** Null as long as the amount is not valid. */
  amountPaise: number | null
  note: string
  onPay: () => void
}

/** A UPI ID: the QR codes, and a link to a payment app on a phone. */
function UpiDetails({ payTo, amountPaise, note, onPay }: ShownProps): ReactNode {
  const { qrImage, address, name } = payTo
  const upiId = upiIdOf(payTo)
  const link = upiId === null || amountPaise === null ? null : upiLink(upiId, payTo, amountPaise, note)
  const amount = amountPaise === null ? '' : formatRupees(amountPaise)
  const rows = [
    [t`UPI ID`, address, t`Copy UPI ID`],
    [t`Name`, name, t`Copy name`],
    [t`Note for the payment`, link === null ? null : note, t`Copy note`],
  ] as const
  return (
    <>
      {link !== null && (
        <a className={classNames(buttonClass({ kind: 'primary', big: true }), styles.link)} href={link} onClick={onPay}>
          <Icon of={Smartphone} />
          {t`Pay with a UPI app`}
        </a>
      )}
      <div className={styles.pay}>
        <div className={styles.codes}>
          {link !== null && (
            <figure>
              <MadeQr link={link} label={t`QR code for ${amount}`} />
              <figcaption>{t`With ${amount} and the note`}</figcaption>
            </figure>
          )}
          {link !== null && <SaveQr link={link} qrImage={null} onPay={onPay} />}
          {qrImage !== null && (
            <figure>
              <QrCode key={qrImage} src={qrImage} />
              {link !== null && <figcaption>{t`Any amount`}</figcaption>}
            </figure>
          )}
          {link === null && qrImage === null && (
            <p className={styles.noQr}>{t`Type the amount. Then a QR code for it is shown here.`}</p>
          )}
          {link === null && <SaveQr link={null} qrImage={qrImage} onPay={onPay} />}
        </div>
        <KeyValues rows={rowsOf(rows, onPay)} />
      </div>
    </>
  )
}

/** A bank account: each value has a button that copies it. */
function BankDetails({ payTo: { address, ifsc, name }, onPay }: ShownProps): ReactNode {
  const rows = [
    [t`Account number`, address, t`Copy account number`],
    [t`IFSC`, ifsc, t`Copy IFSC`],
    [t`Account holder`, name, t`Copy account holder`],
  ] as const
  return <KeyValues rows={rowsOf(rows, onPay)} />
}

/** A wallet: the coin with its network, and the address also as a QR code. The operator stores no rate, so the cashier decides the rupees. */
function WalletDetails({ payTo: { address, name }, onPay }: ShownProps): ReactNode {
  return (
    <>
      <Notice tone="warn" icon={TriangleAlert}>
        {t`Send only ${name}. Coins on another network are lost.`}
      </Notice>
      <div className={styles.pay}>
        <div className={styles.codes}>
          {address !== null && <MadeQr link={address} label={t`QR code of the address`} />}
        </div>
        <KeyValues
          rows={[
            { name: t`Coin and network`, value: name },
            ...rowsOf([[t`Wallet address`, address, t`Copy wallet address`]], onPay),
          ]}
        />
      </div>
      <p className={textClass('small', 'muted')}>
        {t`We credit the rupees that your coins are worth at the rate of the day they arrive. The amount may differ from the amount you enter.`}
      </p>
    </>
  )
}

function KindDetails(props: ShownProps): ReactNode {
  const { kind } = props.payTo
  if (kind === 'upi') return <UpiDetails {...props} />
  return kind === 'wallet' ? <WalletDetails {...props} /> : <BankDetails {...props} />
}

interface DetailsProps extends Omit<ShownProps, 'payTo'> {
  payTo: PayTo | null
  /** Null as long as no account was shown with a valid amount. */
  kept: KeptAccount | null
  method: string
}

function Details({ method, kept, ...props }: DetailsProps): ReactNode {
  const { payTo, onPay } = props
  const [firstShown, setFirstShown] = useState(payTo)
  if (firstShown === null && payTo !== null) setFirstShown(payTo)
  const before = kept ?? firstShown
  // A code that another phone reads needs no press here.
  const isPayable = payTo !== null && props.amountPaise !== null && kept === null
  const onPayable = useEffectEvent(onPay)
  useEffect(() => {
    if (isPayable) onPayable()
  }, [isPayable])
  if (payTo === null)
    return (
      <>
        <Notice tone="bad" icon={TriangleAlert}>
          {t`No account takes ${method} payments right now. Do not pay to an earlier account.`}
        </Notice>
        <p className={textClass('small')}>{t`If you have paid already, send the form.`}</p>
        <p className={textClass('small')}>{t`If you have not paid, choose another method or come back later.`}</p>
      </>
    )
  return (
    <>
      {before !== null && !isSameAccount(before, payTo) && (
        <Notice tone="bad" icon={TriangleAlert}>
          {t`The payment details have changed. If you have paid already, send the form. If not, pay only to the details shown now.`}
        </Notice>
      )}
      <KindDetails {...props} payTo={payTo} />
    </>
  )
}

interface PayDetailsProps extends Omit<ShownProps, 'payTo' | 'onPay'> {
  method: DepositMethod
  kept: KeptAccount | null
  /** The player can pay to this account, or begins to. */
  onPay: (payTo: KeptAccount) => void
}

/**
 * Where to pay by a method. The page refreshes the account regularly, and when the player returns from a payment app. Money
 * sent to an old account is hard to recover.
 */
export function PayDetails({ method, amountPaise, note, kept, onPay }: PayDetailsProps): ReactNode {
  const settings = useDepositSettings({}, { refetchOnMountOrArgChange: true, pollingInterval: recheckMs })
  const onShown = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void settings.refetch()
  })
  useEffect(() => {
    const listen = (): void => onShown()
    document.addEventListener('visibilitychange', listen)
    return () => document.removeEventListener('visibilitychange', listen)
  }, [])
  const fallback = (
    <div className={styles.pay} role="status" aria-busy="true" aria-label={t`Loading`}>
      <SkeletonBlock heightPx={qrHeightPx} />
      <SkeletonBlock heightPx={qrHeightPx / 2} />
    </div>
  )
  return (
    <div className={styles.where}>
      <QueryState of={settings} fallback={fallback}>
        {(known) => {
          const payTo = payToOf(known.settings, method)
          const shown = { payTo, method: methodNames[method](), amountPaise, note, kept }
          return <Details key={method} {...shown} onPay={() => payTo && onPay(payTo)} />
        }}
      </QueryState>
    </div>
  )
}
