import { t } from '@lingui/core/macro'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './button.module.css'

const shownMs = 1500

/** Copies `text`; the drawing turns into a tick for a moment and the change is read out. */
export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <>
      <IconButton
        icon={copied ? Check : Copy}
        label={label}
        className={copied ? styles.done : undefined}
        onClick={copy}
      />
      <span className="sr" role="status">
        {copied ? t`Copied` : ''}
      </span>
    </>
  )
}
