import { lazyPage } from '@kismet/app-kit/lazy-page.ts'
import { decideDeposit, exportDeposits, readyReasons } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { z } from 'zod'
import type { AdminDeposit, DepositQuery } from '../../entities/queue/deposits-api.ts'
import { depositCalls, useGetDepositQuery, useListDepositsInfiniteQuery } from '../../entities/queue/deposits-api.ts'
import { RequestDesk } from '../../entities/queue/request-desk.tsx'
import type { DeskPort } from '../../entities/queue/request.ts'
import { depositTable, queryOf } from './deposit-table.tsx'
import { useProofShelf } from './use-proof.ts'

/** How deposits are listed and decided. */
export const depositPort: DeskPort<AdminDeposit, DepositQuery> = {
  kind: 'deposit',
  noun: 'Deposit',
  table: depositTable,
  queryOf,
  useList: (query, asking) => useListDepositsInfiniteQuery(query, asking),
  useOne: (id, asking) => {
    const { currentData, error, isFetching } = useGetDepositQuery({ id }, asking)
    return { currentData: currentData?.deposit, error, isFetching }
  },
  reasons: readyReasons.deposit,
  reasonOf: ({ adminReason }) => adminReason,
  deciding: decideDeposit.route,
  question: ({ amount, user }) => (
    <>
      <b>Is the money in the bank?</b> {formatRupees(amount)} goes to {user.email} at once.
    </>
  ),
  remark: () => 'Approve asks again.',
  approvedText: ({ amount, user }, isOwed) =>
    `${formatRupees(amount)} ${isOwed ? 'goes' : 'credited'} to ${user.email}.`,
  ...depositCalls,
  file: { route: exportDeposits.route, fieldsOf: (query) => z.encode(exportDeposits.query, query) },
}

const request = lazyPage(() => import('./deposit-request.tsx'), 'DepositRequest')

/** The queue of deposits. What one of them has to show is code of its own, fetched while the list is. */
export function DepositDesk(): ReactNode {
  const shelf = useProofShelf()
  useEffect(() => void request.preload(), [])
  return (
    <RequestDesk
      port={depositPort}
      // The picture of what opens next is fetched while this one is looked at.
      onAhead={(id) => void shelf.take({ id, page: 1 })}
      detail={(props) => <request.Page {...props} shelf={shelf} />}
    />
  )
}
