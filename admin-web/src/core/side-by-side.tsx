import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import styles from './side-by-side.module.css'

/** Panels, and beside them those that belong to them; below them where there is no room. */
export function SideBySide({
  side,
  wide = false,
  children,
}: {
  side: ReactNode
  /** Whether the side has long lines. */
  wide?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <div className={classNames(styles.columns, wide && styles.wide)}>
      <div className={styles.stack}>{children}</div>
      <div className={styles.stack}>{side}</div>
    </div>
  )
}
