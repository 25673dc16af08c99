import type { ReactNode } from 'react'
import type { AdminDeposit, DepositQuery } from '../../entities/queue/deposits-api.ts'
import type { DetailProps } from '../../entities/queue/request-detail.tsx'
import { RequestDetail } from '../../entities/queue/request-detail.tsx'
import { DepositFacts } from './deposit-facts.tsx'
import type { ProofShelf } from './proof-shelf.ts'
import { ProofView } from './proof-view.tsx'

interface DepositRequestProps extends DetailProps<AdminDeposit, DepositQuery> {
  shelf: ProofShelf
}

/** The deposit that is open: proof left and large, facts right, the decision below. */
export function DepositRequest({ shelf, ...props }: DepositRequestProps): ReactNode {
  return (
    <RequestDetail
      {...props}
      body={({ request, others, nowMs }) => (
        <>
          <ProofView key={request._id} deposit={request} shelf={shelf} />
          <DepositFacts deposit={request} others={others} nowMs={nowMs} />
        </>
      )}
    />
  )
}
