import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { shortReference } from '@kismet/ui/format/number.ts'
import { formatTimeOfYear } from '@kismet/ui/format/time.ts'
import { MoneyRow } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { rejectionReasonText } from '../../core/rejection-reason.ts'
import { RequestList } from '../../entities/requests/request-list.tsx'
import { RequestState } from '../../entities/requests/request-state.tsx'
import { DepositDetails } from './deposit-details.tsx'
import { methodNames } from './deposit-rules.ts'
import type { OwnDeposit } from './own-deposits.ts'
import { useOwnDeposits, awaitsProof } from './own-deposits.ts'

function Row({ deposit }: { deposit: OwnDeposit }): ReactNode {
  const { amount, askedAmount = null, betterProof, method, utr, status, adminReason, createdAt } = deposit
  return (
    <MoneyRow
      amount={formatRupees(amount)}
      facts={
        <>
          <p className={textClass('small', 'muted')}>
            {methodNames[method]()} ·{' '}
            <span className={textClass('mono')} title={utr}>
              {shortReference(utr)}
            </span>
          </p>
          <p className={textClass('key')}>{formatTimeOfYear(createdAt)}</p>
          {askedAmount !== null && status === 'approved' && (
            <p className={textClass('small', 'muted')}>
              {t`${formatRupees(amount)} arrived and is in your balance. You asked for ${formatRupees(askedAmount)}.`}
            </p>
          )}
          {betterProof && (
            <p className={textClass('small', awaitsProof(deposit) ? 'bold' : 'muted')}>
              {awaitsProof(deposit) ? t`We need a better proof` : t`New proof sent`}
            </p>
          )}
          {adminReason !== null && adminReason !== '' && (
            <p className={textClass('small', 'muted')}>{rejectionReasonText(adminReason)}</p>
          )}
        </>
      }
      state={
        <RequestState status={<StatusTag status={status} />} title={t`Deposit of ${formatRupees(amount)}`}>
          <DepositDetails deposit={deposit} />
        </RequestState>
      }
    />
  )
}

/** The own requests with their status, newest first. `low`: beside others. */
export function DepositList({ low = false }: { low?: boolean }): ReactNode {
  return (
    <RequestList
      requests={useOwnDeposits()}
      title={t`Your deposit requests`}
      pendingText={t`We compare a pending request with our bank statement. Then the money is added to your balance.`}
      noneTitle={t`No deposits yet`}
      low={low}
    >
      {(deposit) => <Row deposit={deposit} />}
    </RequestList>
  )
}
