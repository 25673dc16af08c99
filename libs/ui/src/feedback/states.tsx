import { t } from '@lingui/core/macro'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import type { Glyph } from '../icon.tsx'
import { Icon } from '../icon.tsx'
import styles from './states.module.css'

function Disc({ icon, failed = false }: { icon: Glyph; failed?: boolean }): ReactNode {
  return (
    <span className={classNames(styles.disc, failed && styles.failed)}>
      <Icon of={icon} size="l" />
    </span>
  )
}

/** An empty state: art or an icon, a title, one line, and an optional action. */
export function EmptyState({
  art,
  icon,
  title,
  action,
  children,
}: {
  art?: string
  icon?: Glyph
  title: ReactNode
  action?: ReactNode
  children?: ReactNode
}): ReactNode {
  return (
    <div className={styles.empty}>
      {art && <img src={art} alt="" width={56} height={56} />}
      {icon && <Disc icon={icon} />}
      <p className={styles.title}>{title}</p>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

/** A failed load: what happened, why, and a retry. */
export function ErrorState({
  title,
  onRetry,
  retryWord = t`Try again`,
  busy = false,
  icon = WifiOff,
  action,
  children,
}: {
  title: ReactNode
  onRetry?: () => void
  retryWord?: string
  busy?: boolean
  icon?: Glyph
  /** Instead of the retry. */
  action?: ReactNode
  children?: ReactNode
}): ReactNode {
  return (
    <div className={styles.empty} role="alert">
      <Disc icon={icon} failed />
      <p className={styles.title}>{title}</p>
      {children && <p>{children}</p>}
      {onRetry && (
        <Button icon={RefreshCw} busy={busy} onClick={onRetry}>
          {retryWord}
        </Button>
      )}
      {action}
    </div>
  )
}

/** Placeholder bars in the shape of the rows. The bars of a `table` appear after a moment. */
export function Skeleton({
  rows = 4,
  label = t`Loading`,
  variant = 'lines',
}: {
  rows?: number
  label?: string
  variant?: 'lines' | 'table'
}): ReactNode {
  const isTable = variant === 'table'
  return (
    <div className={isTable ? styles.table : styles.loading} role="status" aria-busy="true" aria-label={label}>
      {Array.from({ length: rows }, (_, at) =>
        isTable ? (
          <div key={at} className={styles.row}>
            <i className={styles.bar} />
            <i className={styles.bar} />
          </div>
        ) : (
          <div key={at} className={styles.bar} />
        ),
      )}
    </div>
  )
}

/** A placeholder block of a known height. */
export function SkeletonBlock({ heightPx }: { heightPx: number }): ReactNode {
  return <div className={classNames(styles.bar, styles.block)} style={{ height: heightPx }} aria-hidden="true" />
}
