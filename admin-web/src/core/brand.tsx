import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import styles from './brand.module.css'

/** The logo in the colours of the theme, and which of the two apps this is. `small` leaves the mark alone where the sidebar is a rail. */
export function Brand({ small = false, plain = false }: { small?: boolean; plain?: boolean }): ReactNode {
  return (
    <div className={classNames(styles.brand, small && styles.small)}>
      <span className={styles.logo} role="img" aria-label="Kismet" />
      {!plain && <span className={styles.word}>Admin</span>}
    </div>
  )
}
