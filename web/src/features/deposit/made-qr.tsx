import { Button } from '@kismet/ui/controls/button.tsx'
import { SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { t } from '@lingui/core/macro'
import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import styles from './deposit.module.css'

/** The code that draws, which the page loads when it needs a QR code. */
const load = () => import('./draw-qr.ts')

type Drawing = ReturnType<Awaited<ReturnType<typeof load>>['drawQr']>

/** A payment link as a QR code, made in the browser. Without the code that draws, the space stays empty. */
export function MadeQr({ link, label }: { link: string; label: string }): ReactNode {
  const [drawn, setDrawn] = useState<Drawing | null>(null)
  useEffect(() => {
    let isCurrent = true
    load().then(
      ({ drawQr }) => isCurrent && setDrawn(drawQr(link)),
      () => undefined,
    )
    return () => void (isCurrent = false)
  }, [link])
  if (drawn === null) return <SkeletonBlock heightPx={116} />
  return (
    <svg className={styles.qr} viewBox={drawn.viewBox} role="img" aria-label={label}>
      <path d={drawn.path} />
    </svg>
  )
}

function download(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

/** Saves the QR code: the one of the payment link as a PNG, else the stored image. */
export function SaveQr({
  link,
  qrImage,
  onPay,
}: {
  link: string | null
  qrImage: string | null
  onPay: () => void
}): ReactNode {
  const save = async (): Promise<void> => {
    onPay()
    const href = link === null ? qrImage : await load().then(({ qrPng }) => qrPng(link))
    if (href !== null) download(href, 'kismet-payment-qr.png')
  }
  if (link === null && qrImage === null) return null
  return (
    <Button kind="quiet" icon={Download} onClick={() => void save()}>
      {t`Save QR`}
    </Button>
  )
}
