import type { Glyph } from '@kismet/ui/icon.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import styles from './nothing.module.css'

/** In place of what is not there: why, and what can be done about it. */
export function Nothing({
  icon,
  title,
  failed = false,
  children,
}: {
  icon: Glyph
  title: string
  failed?: boolean
  children?: ReactNode
}): ReactNode {
  return (
    <div className={styles.nothing} role={failed ? 'alert' : undefined}>
      <span className={classNames(styles.disc, failed && styles.failed)}>
        <Icon of={icon} />
      </span>
      <b>{title}</b>
      {children}
    </div>
  )
}

/** Bars in the height of the rows that come; they show when it takes longer than a moment. */
export function Waiting({ rows, label }: { rows: number; label: string }): ReactNode {
  return (
    <div className={styles.waiting} role="status" aria-busy="true" aria-label={label}>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={styles.row}>
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
