import { Tag } from '@kismet/ui/feedback/tag.tsx'
import type { ReactNode } from 'react'
import { RiskTags } from '../../entities/queue/risk-tags.tsx'
import { standingClaim } from '../../entities/queue/use-claim.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useServerNow } from '../../entities/site/use-now.ts'
import type { BankMatch } from './bank-api.ts'
import styles from './bank-table.module.css'

/** How often it is looked whether a claim has ended. */
const claimTickMs = 10_000

/** What wants a look of its own before a request is approved with others: red hints, another admin who looks at it, or an own first approval. Empty when nothing does. */
export function useAgainstTick(): (match: BankMatch) => readonly string[] {
  const { _id, username } = useAdmin()
  const nowMs = useServerNow(claimTickMs)
  return ({ request }) => {
    if (request === null) return []
    const { risks, firstApproval } = request
    const claim = standingClaim(request, nowMs)
    const claimedBy = claim !== null && claim.adminId !== _id ? [claim.by] : []
    const approvedBy = firstApproval?.by === username ? [firstApproval.by] : []
    return [...risks, ...claimedBy, ...approvedBy]
  }
}

/** The pair as it is by now; as it was looked at where it has gone. */
export const pairNow = (rows: readonly BankMatch[], pair: BankMatch): BankMatch =>
  rows.find(({ rowId, request }) => rowId === pair.rowId && request?._id === pair.request?._id) ?? pair

/** What an admin should know of a request before it is approved. */
export function RequestNotes({ match: { request } }: { match: BankMatch }): ReactNode {
  const { _id } = useAdmin()
  const nowMs = useServerNow(claimTickMs)
  if (request === null) return null
  const { risks, firstApproval } = request
  const claim = standingClaim(request, nowMs)
  const claimedBy = claim !== null && claim.adminId !== _id ? claim.by : null
  if (risks.length === 0 && claimedBy === null && firstApproval === null) return null
  return (
    <span className={styles.notes}>
      <RiskTags risks={risks} />
      {claimedBy !== null && <Tag tone="warn">{claimedBy} looks at it</Tag>}
      {firstApproval && <Tag tone="warn">approved first by {firstApproval.by}</Tag>}
    </span>
  )
}
