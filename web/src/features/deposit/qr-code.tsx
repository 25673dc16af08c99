import { Button } from '@kismet/ui/controls/button.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import styles from './deposit.module.css'

/**
 * The QR image. One that has not come is asked for again by a press, and by itself when the network is back: no browser does, and a page that is loaded again has lost the file of its
 * form.
 */
export function QrCode({ src }: { src: string }): ReactNode {
  const [state, setState] = useState<'coming' | 'there' | 'missing' | 'asked again'>('coming')
  const [tries, setTries] = useState(0)
  const askAgain = (): void => {
    setState('asked again')
    setTries((before) => before + 1)
  }
  const onOnline = useEffectEvent(() => {
    if (state !== 'there') askAgain()
  })
  useEffect(() => {
    const listen = (): void => onOnline()
    window.addEventListener('online', listen)
    return () => window.removeEventListener('online', listen)
  }, [])
  const isMissing = state === 'missing' || state === 'asked again'
  return (
    <>
      {isMissing && (
        <div className={styles.noQr} role="alert">
          {t`The QR code could not be loaded`}
          <Button busy={state === 'asked again'} onClick={askAgain}>
            {t`Try again`}
          </Button>
        </div>
      )}
      <img
        key={tries}
        className={styles.qr}
        hidden={isMissing}
        src={src}
        alt={t`Payment QR code`}
        width={260}
        height={260}
        onLoad={() => setState('there')}
        onError={() => setState('missing')}
      />
    </>
  )
}
