import type { ReactNode } from 'react'
import styles from './table-frame.module.css'

/** The surface of a list that fills a page, with its bar and its rows. */
export function TableFrame({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.frame}>{children}</div>
}
