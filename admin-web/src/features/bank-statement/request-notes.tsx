import type { BankTab } from '@kismet/contracts'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { RiskTags } from '../../entities/queue/risk-tags.tsx'
import { currentClaim } from '../../entities/queue/use-claim.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useServerNow } from '../../core/use-now.ts'
import type { BankMatch } from './bank-api.ts'
import { useMatchesState } from './bank-api.ts'
import styles from './bank-table.module.css'

/** How often the page checks for ended claims. */
const claimTickMs = 10_000

/** The other admin with a valid claim on a request, or null. */
function useClaimant(): (request: NonNullable<BankMatch['request']>) => string | null {
  const { _id } = useAdmin()
  const nowMs = useServerNow(claimTickMs)
  return (request) => {
    const claim = currentClaim(request, nowMs)
    return claim === null || claim.adminId === _id ? null : claim.by
  }
}

/** Reasons to check a request alone before an approval in a group: risk hints, a claim of another admin, or an own first approval. */
export function useAgainstTick(): (match: BankMatch) => readonly string[] {
  const { username } = useAdmin()
  const claimantOf = useClaimant()
  return ({ request }) => {
    if (request === null) return []
    const { risks, firstApproval } = request
    const claimedBy = claimantOf(request)
    const approvedBy = firstApproval?.by === username ? [firstApproval.by] : []
    return [...risks, ...(claimedBy === null ? [] : [claimedBy]), ...approvedBy]
  }
}

/** The current state of pairs of a tab; the last known state of a pair that has left the list. */
export function usePairsNow(of: { id: string; tab: BankTab }, pairs: readonly BankMatch[]): readonly BankMatch[] {
  const { data } = useMatchesState(of)
  const now = data?.pages.flatMap(({ rows }) => rows) ?? []
  return pairs.map(
    (pair) => now.find(({ rowId, request }) => rowId === pair.rowId && request?._id === pair.request?._id) ?? pair,
  )
}

/** What an admin should know of a request before it is approved. */
export function RequestNotes({ match: { request } }: { match: BankMatch }): ReactNode {
  const claimantOf = useClaimant()
  if (request === null) return null
  const { risks, firstApproval } = request
  const claimedBy = claimantOf(request)
  if (risks.length === 0 && claimedBy === null && firstApproval === null) return null
  return (
    <span className={styles.notes}>
      <RiskTags risks={risks} />
      {claimedBy !== null && <Tag tone="warn">{claimedBy} has claimed it</Tag>}
      {firstApproval && (
        <Tag tone="warn">
          approved first by {firstApproval.by}
          {firstApproval.amount !== undefined && `, ${formatRupees(firstApproval.amount)}`}
        </Tag>
      )}
    </span>
  )
}
