import { getDepositSettings } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { CopyButton } from '@kismet/ui/controls/copy-button.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { QueryState } from '../../core/query-state.tsx'
import { queryHook } from '../../entities/session/from-contract.ts'
import { QrCode } from './qr-code.tsx'
import styles from './deposit.module.css'

const useSettings = queryHook(getDepositSettings)

const qrHeightPx = 116
const recheckMs = 60_000

type Settings = Output<typeof getDepositSettings>['settings']

function Reference({ utr }: { utr: string | null }): ReactNode {
  if (utr === null || utr === '') return <span className={textClass('small', 'muted')}>{t`Not set yet`}</span>
  return (
    <Row as="span" gap={2}>
      <span className={classNames(textClass('mono'), styles.reference)}>{utr}</span>
      <span className={textClass('push')}>
        <CopyButton text={utr} label={t`Copy UPI ID`} />
      </span>
    </Row>
  )
}

function Details({ settings: { qrImage, utr, version } }: { settings: Settings }): ReactNode {
  const [firstShown] = useState(version)
  return (
    <>
      {version !== firstShown && (
        <Notice tone="bad" icon={TriangleAlert}>
          {t`The payment details have changed. Pay only to the details shown now.`}
        </Notice>
      )}
      <div className={styles.pay}>
        {qrImage === null ? (
          <p className={styles.noQr}>{t`No QR code is set yet`}</p>
        ) : (
          <QrCode key={qrImage} src={qrImage} />
        )}
        <KeyValues
          rows={[
            { name: t`UPI ID`, value: <Reference utr={utr} /> },
            {
              name: t`Scan with any UPI app, or send by bank transfer`,
              value: <span className={textClass('small', 'muted')}>{t`Then fill in the form.`}</span>,
            },
          ]}
        />
      </div>
    </>
  )
}

/**
 * Where to pay: the QR image and the reference of the casino. The page refreshes them regularly, and when the player
 * returns from a payment app. Money sent to an old account is hard to recover.
 */
export function PayDetails(): ReactNode {
  const settings = useSettings({}, { refetchOnMountOrArgChange: true, pollingInterval: recheckMs })
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
    <QueryState of={settings} fallback={fallback}>
      {(known) => <Details settings={known.settings} />}
    </QueryState>
  )
}
