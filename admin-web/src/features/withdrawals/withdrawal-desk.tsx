import { asCallError } from '@kismet/app-kit/call-error.ts'
import { approveWithdrawal, exportWithdrawals, readyReasons } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { RequestDesk } from '../../entities/queue/request-desk.tsx'
import { RequestDetail } from '../../entities/queue/request-detail.tsx'
import type { DeskPort } from '../../entities/queue/request.ts'
import { WithdrawalFacts } from './withdrawal-facts.tsx'
import { queryOf, withdrawalTable } from './withdrawal-table.tsx'
import type { AdminWithdrawal, WithdrawalQuery } from './withdrawals-api.ts'
import { useGetWithdrawalQuery, useListWithdrawalsInfiniteQuery, withdrawalsApi } from './withdrawals-api.ts'
import { WithdrawalSlip } from './withdrawal-slip.tsx'

const { approveWithdrawal: approve, rejectWithdrawal: reject, getWithdrawal } = withdrawalsApi.endpoints

/** How withdrawals are listed and decided. */
export const withdrawalPort: DeskPort<AdminWithdrawal, WithdrawalQuery> = {
  kind: 'withdrawal',
  noun: 'Withdrawal',
  table: withdrawalTable,
  queryOf,
  useList: (query, asking) => useListWithdrawalsInfiniteQuery(query, asking),
  useOne: (id, asking) => {
    const { currentData, error, isFetching } = useGetWithdrawalQuery({ id }, asking)
    return { currentData: currentData?.withdrawal, error, isFetching }
  },
  reasons: readyReasons.withdrawal,
  reasonOf: ({ rejectionReason }) => rejectionReason,
  deciding: approveWithdrawal.route,
  question: ({ amount, account }) => (
    <>
      <b>Is it paid at the bank?</b> Approval books {formatRupees(amount)} to {account.name} as paid out.
    </>
  ),
  remark: ({ amount }) => `Reject returns the ${formatRupees(amount)} at once.`,
  approvedText: ({ amount, user }, isOwed) =>
    `${formatRupees(amount)} of ${user.email} ${isOwed ? 'is booked' : 'booked'} as paid out.`,
  send: (id, verdict) => async (dispatch) => {
    const order =
      verdict.status === 'approved'
        ? approve.initiate({ id }, { track: false })
        : reject.initiate({ id, reason: verdict.adminReason }, { track: false })
    const { data, error } = await dispatch(order)
    if (!data) return { error: asCallError(error) }
    const isFirst = 'pendingSecondApproval' in data && data.pendingSecondApproval === true
    return { data: { request: data.withdrawal, isFirst } }
  },
  look: (id) => async (dispatch) => {
    const looked = await dispatch(getWithdrawal.initiate({ id }, { forceRefetch: true, subscribe: false }))
    return looked.data ? { data: looked.data.withdrawal } : { error: asCallError(looked.error ?? {}) }
  },
  file: { route: exportWithdrawals.route, fieldsOf: (query) => z.encode(exportWithdrawals.query, query) },
}

/** The queue of withdrawals: where the money goes left, whose it is right. */
export function WithdrawalDesk(): ReactNode {
  return (
    <RequestDesk
      port={withdrawalPort}
      detail={(props) => (
        <RequestDetail
          {...props}
          body={({ request, others, nowMs, isRejecting }) => (
            <>
              <WithdrawalSlip withdrawal={request} isKeyed={!isRejecting} />
              <WithdrawalFacts withdrawal={request} others={others} nowMs={nowMs} />
            </>
          )}
        />
      )}
    />
  )
}
