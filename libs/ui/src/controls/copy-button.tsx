import { t } from '@lingui/core/macro'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTimeout } from '../feedback/use-timeout.ts'
import { IconButton } from './button.tsx'
import { textClass } from '../class-names.ts'
import styles from './button.module.css'

const shownMs = { copied: 1500, failed: 5000 } as const

/** Copies `text`. For a moment the icon shows the result, and screen readers read it. A failure also has a text. */
export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const [outcome, setOutcome] = useState<keyof typeof shownMs | null>(null)
  useTimeout(() => setOutcome(null), outcome && shownMs[outcome])
  const copy = async (): Promise<void> => {
    try {
      // Without HTTPS there is no clipboard.
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }
  return (
    <span className={styles.copier}>
      <IconButton
        icon={outcome === null ? Copy : { copied: Check, failed: X }[outcome]}
        label={label}
        className={outcome === null ? undefined : styles[outcome]}
        onClick={() => void copy()}
      />
      <span className={textClass('sr')} role="status">
        {outcome === 'copied' ? t`Copied` : ''}
      </span>
      {outcome === 'failed' && (
        <span className={styles.notCopied} role="alert">
          {t`Could not copy. Select the text instead.`}
        </span>
      )}
    </span>
  )
}
