import type { ReactNode } from 'react'
import styles from './kbd.module.css'

/** The cap of a key. Screen readers get the words beside it. */
export function Kbd({ children }: { children: string }): ReactNode {
  return (
    <kbd className={styles.kbd} aria-hidden="true">
      {children}
    </kbd>
  )
}
