import { CopyButton } from '@kismet/ui/controls/copy-button.tsx'
import { ErrorState, SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { networkErrorText } from '../../core/error-text.ts'
import { useGetDepositSettingsQuery } from './deposit-api.ts'
import styles from './deposit.module.css'

const qrHeightPx = 116

function Reference({ utr }: { utr: string | null }): ReactNode {
  if (utr === null || utr === '') return <span className="small muted">{t`Not set yet`}</span>
  return (
    <span className="row">
      <span className={`mono ${styles.reference ?? ''}`}>{utr}</span>
      <span className="push">
        <CopyButton text={utr} label={t`Copy reference`} />
      </span>
    </span>
  )
}

/** Where to pay: the QR image and the reference that the casino has set. */
export function PayDetails(): ReactNode {
  const { data, isError, isFetching, refetch } = useGetDepositSettingsQuery({})
  if (!data) {
    return isError ? (
      <ErrorState title={networkErrorText()} busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <div className={styles.pay} role="status" aria-busy="true" aria-label={t`Loading`}>
        <SkeletonBlock heightPx={qrHeightPx} />
        <SkeletonBlock heightPx={qrHeightPx / 2} />
      </div>
    )
  }
  const { qrImage, utr } = data.settings
  return (
    <div className={styles.pay}>
      {qrImage === null ? (
        <p className={styles.noQr}>{t`No QR code is set yet`}</p>
      ) : (
        <img className={styles.qr} src={qrImage} alt={t`Payment QR code`} width={260} height={260} />
      )}
      <KeyValues
        rows={[
          { name: t`UTR reference`, value: <Reference utr={utr} /> },
          {
            name: t`Scan with any UPI app, or send by bank transfer`,
            value: <span className="small muted">{t`Then fill in the form.`}</span>,
          },
        ]}
      />
    </div>
  )
}
