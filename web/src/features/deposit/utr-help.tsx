import type { DepositMethod } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import styles from './deposit.module.css'

function helpOf(method: DepositMethod): string {
  if (method === 'UPI')
    return t`Open the payment in your UPI app. PhonePe calls the number UTR, Google Pay UPI transaction ID, Paytm UPI Ref No. The number has 12 digits.`
  if (method === 'CRYPTO') return t`Open the transfer in your wallet. Copy the transaction hash, also called TxID.`
  return t`Open the transfer in your bank app, or read the message of your bank. The number is called UTR or reference number.`
}

/** Where the reference of a payment is found. */
export function UtrHelp({ method }: { method: DepositMethod }): ReactNode {
  return (
    <details className={styles.help}>
      <summary>{t`Where do I find the UTR?`}</summary>
      <p className={textClass('small', 'muted')}>{helpOf(method)}</p>
    </details>
  )
}
