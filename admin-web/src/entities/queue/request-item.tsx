import { formatRupees } from '@kismet/ui/format/money.ts'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import type { RequestKind } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { formatDay } from '../../core/format/time.ts'
import { useAdmin } from '../session/use-session.ts'
import { AgeTag } from './age-tag.tsx'
import type { Row } from './request.ts'
import type { QueueRequest } from './request.ts'
import { RiskTags } from './risk-tags.tsx'
import { standingClaim } from './use-claim.ts'
import styles from './request-item.module.css'

/** Who is at it, what it waits for, and what speaks against it. */
function Work({ request, nowMs }: { request: QueueRequest; nowMs: number }): ReactNode {
  const { _id } = useAdmin()
  const claim = standingClaim(request, nowMs)
  const { firstApproval, risks } = request
  if (claim === null && firstApproval === null && risks.length === 0) return null
  return (
    <span className={styles.by}>
      {claim !== null && (
        <span className={textClass('cut')}>
          {claim.adminId === _id ? 'you are working on this' : `claimed by ${claim.by}`}
        </span>
      )}
      {firstApproval !== null && <Tag tone="own">Second approval needed</Tag>}
      <RiskTags risks={risks} />
    </span>
  )
}

interface RequestItemProps {
  kind: RequestKind
  row: Row<QueueRequest>
  nowMs: number
  /** At the end of its second line. */
  remark: string
}

/** One request in the list: how much, how long it waits, whose, and who is at it. */
export function RequestItem({ kind, row, nowMs, remark }: RequestItemProps): ReactNode {
  const { request, left } = row
  const { amount, user, createdAt, status, decidedAt, decidedBy } = request
  const waits = status === 'pending' && !left
  return (
    <>
      <span className={styles.amount}>{formatRupees(amount)}</span>
      <span className={styles.age}>
        {waits && <AgeTag kind={kind} ageMs={nowMs - Date.parse(createdAt)} />}
        {left && <Tag>answered</Tag>}
        {status !== 'pending' && <StatusTag status={status} />}
      </span>
      <span className={styles.who} title={user.email}>
        {user.email}
      </span>
      <span className={styles.method}>{remark}</span>
      {waits && <Work request={request} nowMs={nowMs} />}
      {decidedAt !== null && (
        <span className={styles.by}>
          {formatDay(decidedAt)}
          {decidedBy !== null && <span className={textClass('cut')}> by {decidedBy}</span>}
        </span>
      )}
    </>
  )
}
