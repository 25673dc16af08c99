import { formatRupees } from '@kismet/ui/format/money.ts'
import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { memo } from 'react'
import { Link } from 'react-router'
import { Tag } from '../../app/parts/tag.tsx'
import { StatusTag } from '../../app/parts/tag.tsx'
import { formatDay } from '../../app/format/time.ts'
import { AgeTag } from '../../app/queue/age-tag.tsx'
import type { Row } from './queue.ts'
import styles from './deposit-list.module.css'

interface DepositItemProps {
  row: Row
  isOpen: boolean
  search: string
  replace: boolean
  nowMs: number
}

/** One request: how much, how long it waits, whose, how. */
export const DepositItem = memo(function DepositItem({
  row,
  isOpen,
  search,
  replace,
  nowMs,
}: DepositItemProps): ReactNode {
  const { amount, user, method, createdAt, status, decidedAt, decidedBy } = row.deposit
  const waits = status === 'pending' && !row.left
  return (
    <li>
      <Link
        className={classNames(styles.item, row.left && styles.left)}
        to={{ search }}
        replace={replace}
        aria-current={isOpen || undefined}
      >
        <span className={styles.amount}>{formatRupees(amount)}</span>
        <span className={styles.age}>
          {waits && <AgeTag ageMs={nowMs - Date.parse(createdAt)} />}
          {row.left && <Tag>answered</Tag>}
          {status !== 'pending' && <StatusTag status={status} />}
        </span>
        <span className={styles.who} title={user.email}>
          {user.email}
        </span>
        <span className={styles.method}>{method}</span>
        {decidedAt !== null && (
          <span className={styles.by}>
            {formatDay(decidedAt)}
            {decidedBy !== null && <span className="cut"> by {decidedBy}</span>}
          </span>
        )}
      </Link>
    </li>
  )
})
