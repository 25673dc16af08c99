import type { Output } from '@kismet/contracts'
import type { listWithdrawals } from '@kismet/contracts'
import { Copied } from '@kismet/ui/controls/copied.tsx'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatTimeOfYear } from '@kismet/ui/format/time.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { KeyValues, MoneyRow } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import { rejectionReasonText } from '../../core/rejection-reason.ts'
import { RequestList } from '../../entities/requests/request-list.tsx'
import { RequestState } from '../../entities/requests/request-state.tsx'
import { bankText, useOwnWithdrawals } from './withdraw-api.ts'
import styles from './withdraw.module.css'

const stepWords: Record<Withdrawal['steps'][number]['step'], MessageDescriptor> = {
  requested: msg`Requested`,
  held: msg`Amount held`,
  being_paid: msg`Being paid`,
  approved: msg`Approved`,
  rejected: msg`Rejected`,
  paid_out: msg`Paid out`,
  returned: msg`Back in your balance`,
  other: msg`Other`,
}

/** What the player waits for: the hold, or the booking of a decision. */
function waitText({ status, steps }: Pick<Withdrawal, 'status' | 'steps'>): string | null {
  const isHeld = steps.some(({ step }) => step === 'held')
  if (!isHeld) return status === 'pending' ? t`Your money is safe. Checking whether the amount is on hold.` : null
  const last = steps.at(-1)?.step
  if (last === 'rejected') return t`Your money is safe. Returning it to your balance.`
  return last === 'approved' ? t`Your money is on hold. The payment is not recorded yet.` : null
}

/** What has happened to a request, and when. */
function Steps({ status, steps }: Pick<Withdrawal, 'status' | 'steps'>): ReactNode {
  const waiting = waitText({ status, steps })
  return (
    <ol className={styles.steps} aria-label={t`Steps`}>
      {steps.map(({ step, at }) => (
        <li key={`${step} ${at}`} className={textClass('key')}>
          {t(stepWords[step])} · {formatTimeOfYear(at)}
        </li>
      ))}
      {waiting !== null && <li className={textClass('key')}>{waiting}</li>}
    </ol>
  )
}

type Withdrawal = Output<typeof listWithdrawals>['withdrawals'][number]

/** The reference by which the player finds the payment at the bank. */
function BankReference({ reference }: { reference: string }): ReactNode {
  return (
    <p className={textClass('small', 'muted')}>
      {t`Bank reference (UTR)`} <b className={textClass('mono')}>{reference}</b>{' '}
      <Copied text={reference} label={t`Copy the bank reference`} />
    </p>
  )
}

/** All that the service knows of an own withdrawal. */
function Details({ amount, account, rejectionReason, paidReference, status, steps }: Withdrawal): ReactNode {
  const { name, accountNumber, ifsc } = account
  return (
    <Stack gap={4}>
      <KeyValues
        rows={[
          { name: t`Amount`, value: formatRupees(amount) },
          { name: t`Status`, value: <Status status={status} steps={steps} /> },
          { name: t`Account holder`, value: name },
          { name: t`Account number`, value: <span className={textClass('mono')}>{accountNumber}</span> },
          { name: t`IFSC`, value: <span className={textClass('mono')}>{ifsc}</span> },
          ...(rejectionReason === null || rejectionReason === ''
            ? []
            : [{ name: t`Reason`, value: rejectionReasonText(rejectionReason) }]),
        ]}
      />
      {paidReference !== null && <BankReference reference={paidReference} />}
      <Steps status={status} steps={steps} />
    </Stack>
  )
}

function Status({ status, steps }: Pick<Withdrawal, 'status' | 'steps'>): ReactNode {
  const isBeingPaid = status === 'pending' && steps.some(({ step }) => step === 'being_paid')
  return <StatusTag status={status}>{isBeingPaid ? t`Being paid` : undefined}</StatusTag>
}

function Row({ withdrawal }: { withdrawal: Withdrawal }): ReactNode {
  const { amount, account, status, rejectionReason, paidReference, steps } = withdrawal
  return (
    <MoneyRow
      amount={formatRupees(amount)}
      facts={
        <>
          <p className={textClass('small', 'muted')}>{bankText(account)}</p>
          {rejectionReason !== null && rejectionReason !== '' && (
            <p className={textClass('small', 'muted')}>{rejectionReasonText(rejectionReason)}</p>
          )}
          {paidReference !== null && <BankReference reference={paidReference} />}
          <Steps status={status} steps={steps} />
        </>
      }
      state={
        <RequestState
          status={<Status status={status} steps={steps} />}
          title={t`Withdrawal of ${formatRupees(amount)}`}
        >
          <Details {...withdrawal} />
        </RequestState>
      }
    />
  )
}

/** The own withdrawals with their steps, newest first. `low`: beside others. */
export function WithdrawalList({ low = false }: { low?: boolean }): ReactNode {
  return (
    <RequestList
      requests={useOwnWithdrawals()}
      title={t`Your withdrawals`}
      pendingText={t`The amount of a pending request is on hold. After our check we pay it to your bank account.`}
      noneTitle={t`No withdrawals yet`}
      low={low}
    >
      {(withdrawal) => <Row withdrawal={withdrawal} />}
    </RequestList>
  )
}
