import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import { withdrawProposal } from '@kismet/contracts'
import type { ReactNode } from 'react'
import { mayCall } from '../session/roles.ts'
import { useAdmin } from '../session/use-session.ts'
import { useApprovalSettings, usePayToAccounts } from './payment-settings.ts'

export interface Proposals {
  readonly count: number
  /** When the first change takes effect. Null without a change. */
  readonly firstAt: string | null
}

/** The changes of payment settings that wait. Null while they are unknown, and for a role that cannot end them. */
export function WaitingProposals({ children }: { children: (waiting: Proposals | null) => ReactNode }): ReactNode {
  const isOwner = mayCall(withdrawProposal.route, useAdmin().role)
  const options = { ...usePolling(), skip: !isOwner }
  const payTo = usePayToAccounts({}, options).data
  const rules = useApprovalSettings({}, options).data
  if (payTo === undefined || rules === undefined) return children(null)
  const proposals = [...payTo.accounts.map(({ proposed }) => proposed), rules.settings.proposed]
  const times = proposals.flatMap((one) => one?.takesEffectAt ?? []).toSorted()
  return children({ count: times.length, firstAt: times[0] ?? null })
}
