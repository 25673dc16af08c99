import { t } from '@lingui/core/macro'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTimeout } from '../feedback/use-timeout.ts'
import { IconButton } from './button.tsx'
import { classNames, textClass } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './button.module.css'

const shownMs = { copied: 1500, failed: 5000 } as const

/** Copies `text`. `children` stand in the button before its icon. For a moment the icon shows the result, and screen readers read it. A failure also has a text. */
export function CopyButton({
  text,
  label,
  children,
}: {
  text: string
  label: string
  children?: ReactNode
}): ReactNode {
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
  const icon = outcome === null ? Copy : { copied: Check, failed: X }[outcome]
  const outcomeClass = outcome === null ? undefined : styles[outcome]
  const onClick = (): void => void copy()
  return (
    <span className={styles.copier}>
      {children === undefined ? (
        <IconButton icon={icon} label={label} className={outcomeClass} onClick={onClick} />
      ) : (
        <button
          type="button"
          className={classNames(styles.copyText, outcomeClass)}
          title={text}
          aria-label={label}
          onClick={onClick}
        >
          {children}
          <Icon of={icon} size="s" />
        </button>
      )}
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
