import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import styles from './deposit.module.css'

/** The chosen screenshot, before it is sent. A file that the browser cannot show has no preview. */
export function ProofPreview({ file }: { file: File }): ReactNode {
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
  return (
    <img className={styles.preview} src={shown.url} alt={t`Your proof of the payment`} onError={() => setShown(null)} />
  )
}
