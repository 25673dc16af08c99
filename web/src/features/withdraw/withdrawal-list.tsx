import type { Output } from '@kismet/contracts'
import type { listWithdrawals } from '@kismet/contracts'
import chip from '@kismet/ui/art/chip-100.svg'
import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatTimeOfYear } from '@kismet/ui/format/time.ts'
import { MoneyRow, MoneyRows, Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import { networkErrorText } from '../../core/error-text.ts'
import { useNewestInView } from '../../entities/notices/use-newest-in-view.ts'
import { rejectionReasonText } from '../../core/rejection-reason.ts'
import { useOwnWithdrawals } from './withdraw-api.ts'
import { bankText } from './withdraw-rules.ts'
import styles from './withdraw.module.css'

const stepWords: Record<Withdrawal['steps'][number]['step'], MessageDescriptor> = {
  requested: msg`Requested`,
  held: msg`Amount held`,
  approved: msg`Approved`,
  rejected: msg`Rejected`,
  paid_out: msg`Paid out`,
  returned: msg`Back in your balance`,
  other: msg`Other`,
}

/** What has happened to a request, and when. */
function Steps({ status, steps }: Pick<Withdrawal, 'status' | 'steps'>): ReactNode {
  const isUnclear = status === 'pending' && !steps.some(({ step }) => step === 'held')
  return (
    <ol className={styles.steps} aria-label={t`Steps`}>
      {steps.map(({ step, at }) => (
        <li key={`${step} ${at}`} className={textClass('key')}>
          {t(stepWords[step])} · {formatTimeOfYear(at)}
        </li>
      ))}
      {isUnclear && (
        <li className={textClass('key')}>{t`Your money is safe. Checking whether the amount is on hold.`}</li>
      )}
    </ol>
  )
}

type Withdrawal = Output<typeof listWithdrawals>['withdrawals'][number]

function Row({ amount, account, status, rejectionReason, steps }: Withdrawal): ReactNode {
  return (
    <MoneyRow
      amount={formatRupees(amount)}
      facts={
        <>
          <p className={textClass('small', 'muted')}>{bankText(account)}</p>
          {rejectionReason !== null && rejectionReason !== '' && (
            <p className={textClass('small', 'muted')}>{rejectionReasonText(rejectionReason)}</p>
          )}
          <Steps status={status} steps={steps} />
        </>
      }
      state={<StatusTag status={status} />}
    />
  )
}

/** The own withdrawals with their steps, newest first. `low`: beside others. */
export function WithdrawalList({ low = false }: { low?: boolean }): ReactNode {
  const { data, error, isFetching, refetch } = useOwnWithdrawals()
  const list = useNewestInView(data && (data.withdrawals[0]?._id ?? null))
  return (
    <Panel title={t`Your withdrawals`}>
      {data && error && <StaleNotice busy={isFetching} onRetry={() => void refetch()} />}
      {data && data.withdrawals.length > 0 && (
        <Stack ref={list} gap={4}>
          {data.withdrawals.some(({ status }) => status === 'pending') && (
            <p
              className={textClass('small', 'muted')}
            >{t`The amount of a pending request is on hold. After our check we pay it to your bank account.`}</p>
          )}
          <MoneyRows low={low}>
            {data.withdrawals.map((withdrawal) => (
              <Row key={withdrawal._id} {...withdrawal} />
            ))}
          </MoneyRows>
        </Stack>
      )}
      {data && data.nextCursor !== null && (
        <p className={textClass('key')}>{t`Only your newest ${data.withdrawals.length} requests are shown.`}</p>
      )}
      {data?.withdrawals.length === 0 && (
        <EmptyState art={chip} title={t`No withdrawals yet`}>
          {t`Your requests appear here with their status.`}
        </EmptyState>
      )}
      {!data && error && <ErrorState title={networkErrorText()} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
    </Panel>
  )
}
