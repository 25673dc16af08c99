import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import styles from './queue-count.module.css'

/** How many requests wait, beside the page that answers them. */
export function QueueCount({ count, className }: { count: number | null; className?: string | undefined }): ReactNode {
  if (count === null || count === 0) return null
  return (
    <span className={classNames(styles.count, className)}>
      {count > 999 ? '999+' : count}
      <span className="sr"> waiting</span>
    </span>
  )
}
