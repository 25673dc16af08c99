import type { Payout } from '@kismet/contracts'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import Banknote from 'lucide-react/icons/banknote'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useAdmin } from '../session/use-session.ts'

/** Whether a payout has expired, so that the money may have left. A line of a payment file does not expire. */
export const isExpired = ({ until }: Payout, nowMs: number): boolean => until !== null && Date.parse(until) <= nowMs

/** Who pays a withdrawal at the bank. */
export function PayoutTag({ payout, nowMs }: { payout: Payout; nowMs: number }): ReactNode {
  const { _id } = useAdmin()
  const who = payout.adminId === _id ? 'you' : payout.by
  if (payout.file !== null)
    return (
      <Tag tone="info">{payout.adminId === _id ? 'In your payment file' : `In a payment file of ${payout.by}`}</Tag>
    )
  if (isExpired(payout, nowMs))
    return (
      <Tag tone="bad" icon={TriangleAlert}>
        Was being paid by {who}
      </Tag>
    )
  return (
    <Tag tone="info" icon={Banknote}>
      Being paid by {who}
    </Tag>
  )
}
