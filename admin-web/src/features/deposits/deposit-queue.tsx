import { lazyPage } from '@kismet/app-kit/lazy-page.ts'
import { decideDeposit, DepositMethod, exportDeposits, readyReasons } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { Filter } from '../../core/table/table.ts'
import { bankFilter } from '../../entities/queue/bank-tag.tsx'
import type { AdminDeposit } from '../../entities/queue/deposits-api.ts'
import { depositCalls, listDeposits, useGetDepositQuery } from '../../entities/queue/deposits-api.ts'
import { RequestQueueView } from '../../entities/queue/request-queue.tsx'
import { amountFilter, requestTable } from '../../entities/queue/request-table.tsx'
import type { QueuePort } from '../../entities/queue/request.ts'
import { proofApi } from './proof-api.ts'

const method: Filter = {
  name: 'method',
  title: 'Method',
  options: [['any', 'Any'], ...DepositMethod.options.map((name) => [name, name] as const)],
}
const methodOf = (request: AdminDeposit): string => request.method
const reasonOf = ({ adminReason }: AdminDeposit): string | null => adminReason

/** How deposits are listed and decided. */
const depositPort: QueuePort<AdminDeposit> = {
  kind: 'deposit',
  noun: 'Deposit',
  table: requestTable<AdminDeposit>({
    kind: 'deposit',
    label: 'Deposit requests',
    searchHint: 'Player, UTR, amount, id',
    filters: [method, bankFilter],
    amount: amountFilter(1_000, 5_000),
    own: [
      { title: 'Method', of: methodOf },
      { title: 'UTR', of: ({ utr }) => utr },
    ],
    reasonOf,
    remark: methodOf,
  }),
  useList: listDeposits.useInfiniteQuery,
  useOne: useGetDepositQuery,
  reasons: readyReasons.deposit,
  reasonOf,
  deciding: decideDeposit.route,
  question: ({ amount, user }, isFirst) => (
    <>
      <b>Is the money in the bank?</b>{' '}
      {isFirst === null
        ? `${formatRupees(amount)} is credited to ${user.email}, or waits for a second admin if the rules need one.`
        : isFirst
          ? `This is the first of two approvals. No money moves until a second admin approves ${formatRupees(amount)}.`
          : `${formatRupees(amount)} goes to ${user.email} at once.`}
    </>
  ),
  remark: () => 'Approve asks again.',
  takesAmount: true,
  approvedText: (request, isOwed) =>
    `${formatRupees(request.amount)} ${isOwed ? 'goes' : 'credited'} to ${request.user.email}.`,
  ...depositCalls,
  file: exportDeposits,
}

const request = lazyPage(() => import('./deposit-request.tsx'), 'DepositRequest')

/** The queue of deposits. What one of them has to show is code of its own, fetched while the list is. */
export function DepositQueue(): ReactNode {
  const fetchProof = proofApi.usePrefetch('getProof')
  useEffect(() => void request.preload(), [])
  return (
    <RequestQueueView
      port={depositPort}
      // The picture of what opens next is fetched while this one is looked at.
      onAhead={(id) => fetchProof({ id, page: 1 })}
      detail={(props) => <request.Page {...props} />}
    />
  )
}
