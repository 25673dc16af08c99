import { approveWithdrawal, exportWithdrawals, readyReasons } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { AdminNotes } from '../../entities/queue/admin-notes.tsx'
import { Asked, Facts, PlayerFacts, RiskFacts } from '../../entities/queue/facts.tsx'
import { isExpired } from '../../entities/queue/payout-tag.tsx'
import { wholeReference } from '../../entities/queue/reference.ts'
import { RequestQueueView } from '../../entities/queue/request-queue.tsx'
import { RequestDetail } from '../../entities/queue/request-detail.tsx'
import { amountFilter, requestTable } from '../../entities/queue/request-table.tsx'
import type { QueuePort } from '../../entities/queue/request.ts'
import type { AdminWithdrawal } from '../../entities/queue/withdrawals-api.ts'
import { listWithdrawals, useGetWithdrawalQuery, withdrawalCalls } from '../../entities/queue/withdrawals-api.ts'
import { PayoutFilesButton } from './payout-files.tsx'
import { WithdrawalSlip } from './withdrawal-slip.tsx'

/** The end of an account number, by which people know it. */
const accountEnd = ({ account }: AdminWithdrawal): string => `••${account.accountNumber.slice(-4)}`
const reasonOf = ({ rejectionReason }: AdminWithdrawal): string | null => rejectionReason

/** How withdrawals are listed and decided. */
const withdrawalPort: QueuePort<AdminWithdrawal> = {
  kind: 'withdrawal',
  noun: 'Withdrawal',
  table: requestTable<AdminWithdrawal>({
    kind: 'withdrawal',
    label: 'Withdrawal requests',
    searchHint: 'Player, amount, UTR, id',
    filters: [],
    amount: amountFilter(10_000, 100_000),
    own: [
      { title: 'Name', of: ({ account }) => account.name },
      { title: 'Account', of: accountEnd },
      { title: 'Bank reference', of: ({ paidReference }) => wholeReference(paidReference ?? '') },
    ],
    reasonOf,
    remark: accountEnd,
  }),
  useList: listWithdrawals.useInfiniteQuery,
  useOne: useGetWithdrawalQuery,
  reasons: readyReasons.withdrawal,
  reasonOf,
  deciding: approveWithdrawal.route,
  approving: (isFirst) =>
    isFirst ? { word: 'Approve', asksReference: false } : { word: 'Mark paid', asksReference: true },
  closedFor: ({ payout }, adminId, nowMs) =>
    payout !== null && payout.file === null && payout.adminId !== adminId && !isExpired(payout, nowMs)
      ? `${payout.by} is paying this withdrawal. You can read it.`
      : null,
  question: (request, isFirst) =>
    isFirst === null ? (
      <>
        <b>Is it paid at the bank?</b> {formatRupees(request.amount)} is booked as paid out, or waits for a second admin
        if the rules need one.
      </>
    ) : isFirst ? (
      <>
        <b>Do not pay it yet.</b> This is the first of two approvals. Another admin then pays{' '}
        {formatRupees(request.amount)}.
      </>
    ) : (
      <>
        <b>Is it paid at the bank?</b> This books {formatRupees(request.amount)} to {request.account.name} as paid out.
      </>
    ),
  mayReject: ({ payout }) => payout === null,
  remark: ({ amount, payout }) =>
    payout === null ? `Reject returns the ${formatRupees(amount)} at once.` : 'To reject, release the payout first.',
  approvedText: (request, isOwed) =>
    `${formatRupees(request.amount)} of ${request.user.email} ${isOwed ? 'is booked' : 'booked'} as paid out.`,
  ...withdrawalCalls,
  file: exportWithdrawals,
}

/** The queue of withdrawals: where the money goes left, whose it is right. */
export function WithdrawalQueue(): ReactNode {
  return (
    <RequestQueueView
      port={withdrawalPort}
      tools={<PayoutFilesButton />}
      detail={(props) => (
        <RequestDetail
          {...props}
          body={({ request, others, nowMs, isRejecting }) => (
            <>
              <WithdrawalSlip withdrawal={request} isKeyed={!isRejecting} nowMs={nowMs} />
              <Facts>
                <RiskFacts id={request._id} others={others} />
                <section aria-label="Request">
                  <dl>
                    <Asked kind="withdrawal" request={request} nowMs={nowMs} />
                  </dl>
                </section>
                <AdminNotes key={request._id} kind="withdrawal" request={request} />
                <PlayerFacts request={request} others={others} />
              </Facts>
            </>
          )}
        />
      )}
    />
  )
}
