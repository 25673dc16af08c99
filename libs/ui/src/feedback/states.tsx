import RefreshCw from 'lucide-react/icons/refresh-cw'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { Icon } from '../icon.tsx'
import styles from './states.module.css'

/** Nothing there yet: art, a title, one line. */
export function EmptyState({ art, title, children }: { art?: string; title: string; children?: ReactNode }): ReactNode {
  return (
    <div className={styles.empty}>
      {art && <img src={art} alt="" width={56} height={56} />}
      <h3>{title}</h3>
      {children && <p>{children}</p>}
    </div>
  )
}

/** It could not be had: what happened, why, and a way to try again. */
export function ErrorState({
  title,
  onRetry,
  retryWord = 'Try again',
  busy = false,
  children,
}: {
  title: string
  onRetry?: () => void
  retryWord?: string
  busy?: boolean
  children?: ReactNode
}): ReactNode {
  return (
    <div className={styles.empty} role="alert">
      <Icon of={WifiOff} size="l" />
      <h3>{title}</h3>
      {children && <p>{children}</p>}
      {onRetry && (
        <Button icon={RefreshCw} busy={busy} onClick={onRetry}>
          {retryWord}
        </Button>
      )}
    </div>
  )
}

/** Bars in the shape of the rows that come. */
export function Skeleton({ rows = 4, label = 'Loading' }: { rows?: number; label?: string }): ReactNode {
  return (
    <div className={styles.loading} role="status" aria-busy="true" aria-label={label}>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={styles.bar} />
      ))}
    </div>
  )
}

/** One block of a known height that is still to come. */
export function SkeletonBlock({ heightPx }: { heightPx: number }): ReactNode {
  return <div className={classNames(styles.bar, styles.block)} style={{ height: heightPx }} aria-hidden="true" />
}
