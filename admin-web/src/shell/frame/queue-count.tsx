import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { paths } from '../../core/paths.ts'
import { optional } from '../../core/optional.tsx'
import type { PendingCounts } from './use-pending-counts.ts'
import styles from './queue-count.module.css'

/** How many requests wait, beside the page that answers them. */
function QueueCount({ count, className }: { count: number | null; className?: string | undefined }): ReactNode {
  if (count === null || count === 0) return null
  return (
    <span className={classNames(styles.count, className)}>
      {count > 999 ? '999+' : count}
      <span className="sr"> waiting</span>
    </span>
  )
}

const OpenMessages = optional(() => import('../../entities/queue/open-messages.tsx').then((code) => code.OpenMessages))

/** What waits on a page of the menu. */
export function PageCount({
  path,
  pending,
  className,
}: {
  path: string
  pending: PendingCounts
  className: string | undefined
}): ReactNode {
  if (path !== paths.support) return <QueueCount count={pending[path] ?? null} className={className} />
  return <OpenMessages>{(open) => <QueueCount count={open} className={className} />}</OpenMessages>
}
