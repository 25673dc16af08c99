import type { ReactNode } from 'react'
import styles from './copied.module.css'
import { CopyButton } from './copy-button.tsx'

/** The way to copy what stands before it in a row. */
export function Copied({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <span className={styles.copy}>
      <CopyButton text={text} label={label} />
    </span>
  )
}
