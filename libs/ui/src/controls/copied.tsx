import type { ReactNode } from 'react'
import styles from './copied.module.css'
import { CopyButton } from './copy-button.tsx'

/** A copy button at the end of a row. */
export function Copied({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <span className={styles.copy}>
      <CopyButton text={text} label={label} />
    </span>
  )
}
