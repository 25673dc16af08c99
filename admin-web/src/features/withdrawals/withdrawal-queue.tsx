import { approveWithdrawal, exportWithdrawals, readyReasons } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { Asked, Facts, PlayerFacts, RiskFacts } from '../../entities/queue/facts.tsx'
import { RequestQueueView } from '../../entities/queue/request-queue.tsx'
import { RequestDetail } from '../../entities/queue/request-detail.tsx'
import { amountFilter, requestTable } from '../../entities/queue/request-table.tsx'
import type { QueuePort } from '../../entities/queue/request.ts'
import type { AdminWithdrawal } from '../../entities/queue/withdrawals-api.ts'
import { listWithdrawals, useGetWithdrawalQuery, withdrawalCalls } from '../../entities/queue/withdrawals-api.ts'
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
    searchHint: 'Player, account, id',
    filters: [],
    amount: amountFilter(10_000, 100_000),
    own: [
      { title: 'Name', of: ({ account }) => account.name },
      { title: 'Account', of: accountEnd },
    ],
    reasonOf,
    remark: accountEnd,
  }),
  useList: listWithdrawals.useInfiniteQuery,
  useOne: useGetWithdrawalQuery,
  reasons: readyReasons.withdrawal,
  reasonOf,
  deciding: approveWithdrawal.route,
  question: (request) => (
    <>
      <b>Is it paid at the bank?</b> Approval books {formatRupees(request.amount)} to {request.account.name} as paid
      out.
    </>
  ),
  remark: (request) => `Reject returns the ${formatRupees(request.amount)} at once.`,
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
      detail={(props) => (
        <RequestDetail
          {...props}
          body={({ request, others, nowMs, isRejecting }) => (
            <>
              <WithdrawalSlip withdrawal={request} isKeyed={!isRejecting} />
              <Facts>
                <RiskFacts id={request._id} others={others} />
                <section aria-label="Request">
                  <dl>
                    <Asked kind="withdrawal" request={request} nowMs={nowMs} />
                  </dl>
                </section>
                <PlayerFacts request={request} others={others} />
              </Facts>
            </>
          )}
        />
      )}
    />
  )
}
