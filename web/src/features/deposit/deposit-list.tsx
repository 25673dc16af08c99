import type { Deposit } from '@kismet/contracts'
import chip from '@kismet/ui/art/chip-100.svg'
import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { shortReference } from '@kismet/ui/format/number.ts'
import { formatTimeOfYear } from '@kismet/ui/format/time.ts'
import { MoneyRow, MoneyRows, Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { networkErrorText } from '../../core/error-text.ts'
import { useNewestInView } from '../../entities/notices/use-newest-in-view.ts'
import { rejectionReasonText } from '../../core/rejection-reason.ts'
import { useOwnDeposits } from './deposit-api.ts'

function Row({ amount, method, utr, status, adminReason, createdAt }: z.output<typeof Deposit>): ReactNode {
  return (
    <MoneyRow
      amount={formatRupees(amount)}
      facts={
        <>
          <p className={textClass('small', 'muted')}>
            {method} ·{' '}
            <span className={textClass('mono')} title={utr}>
              {shortReference(utr)}
            </span>
          </p>
          <p className={textClass('key')}>{formatTimeOfYear(createdAt)}</p>
          {adminReason !== null && adminReason !== '' && (
            <p className={textClass('small', 'muted')}>{rejectionReasonText(adminReason)}</p>
          )}
        </>
      }
      state={<StatusTag status={status} />}
    />
  )
}

/** The own requests with their status, newest first. `low`: beside others. */
export function DepositList({ low = false }: { low?: boolean }): ReactNode {
  const { data, error, isFetching, refetch } = useOwnDeposits()
  const list = useNewestInView(data && (data.deposits[0]?._id ?? null))
  return (
    <Panel title={t`Your deposit requests`}>
      {data && error && <StaleNotice busy={isFetching} onRetry={() => void refetch()} />}
      {data && data.deposits.length > 0 && (
        <Stack ref={list} gap={4}>
          {data.deposits.some(({ status }) => status === 'pending') && (
            <p
              className={textClass('small', 'muted')}
            >{t`We compare a pending request with our bank statement. Then the money is added to your balance.`}</p>
          )}
          <MoneyRows low={low}>
            {data.deposits.map((deposit) => (
              <Row key={deposit._id} {...deposit} />
            ))}
          </MoneyRows>
        </Stack>
      )}
      {data && data.nextCursor !== null && (
        <p className={textClass('key')}>{t`Only your newest ${data.deposits.length} requests are shown.`}</p>
      )}
      {data?.deposits.length === 0 && (
        <EmptyState art={chip} title={t`No deposits yet`}>
          {t`Your requests appear here with their status.`}
        </EmptyState>
      )}
      {!data && error && <ErrorState title={networkErrorText()} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
    </Panel>
  )
}
