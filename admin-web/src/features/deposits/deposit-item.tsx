import { formatRupees } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { StatusTag, Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatDay } from '../../core/format/time.ts'
import { AgeTag } from '../../entities/queue/age-tag.tsx'
import type { Row } from './queue.ts'
import styles from './deposit-item.module.css'

/** One request: how much, how long it waits, whose, how. */
export function DepositItem({ row, nowMs }: { row: Row; nowMs: number }): ReactNode {
  const { amount, user, method, createdAt, status, decidedAt, decidedBy } = row.deposit
  const waits = status === 'pending' && !row.left
  return (
    <>
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
    </>
  )
}
