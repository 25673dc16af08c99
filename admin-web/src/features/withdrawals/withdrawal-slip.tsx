import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { CopyButton } from '@kismet/ui/controls/copy-button.tsx'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { formatDay } from '../../core/format/time.ts'
import { useShortcuts } from '../../core/keyboard/use-shortcuts.ts'
import { groupsOfFour, payoutId, wholeReference } from '../../entities/queue/reference.ts'
import type { AdminWithdrawal } from '../../entities/queue/withdrawals-api.ts'
import { PayoutNotice } from './payout-notice.tsx'
import styles from './withdrawal-slip.module.css'

interface OfWithdrawal {
  withdrawal: AdminWithdrawal
}

interface Stage {
  readonly name: string
  readonly note: string
  readonly look: 'done' | 'now' | 'ahead' | 'refused'
}

/** The way of the money, in its order; what lies ahead of a request that is decided is left out. */
function stagesOf({
  steps,
  status,
  createdAt,
  firstApproval,
  needsFirstApproval,
  payout,
  decidedBy,
}: AdminWithdrawal): Stage[] {
  const atOf = (name: (typeof steps)[number]['step']): string | undefined => steps.find(({ step }) => step === name)?.at
  const done = (name: string, at: string | undefined, by = ''): Stage[] =>
    at === undefined ? [] : [{ name, note: `${formatDay(at)}${by}`, look: 'done' }]
  const by = decidedBy === null ? '' : ` by ${decidedBy}`
  const first = firstApproval === null ? [] : done('First approval', firstApproval.at, ` by ${firstApproval.by}`)
  const begun = [...done('Held', atOf('held') ?? createdAt), ...first, ...done('Being paid', atOf('being_paid'))]
  const ahead: Stage = { name: 'Paid out', note: 'the hold is booked', look: 'ahead' }
  if (status === 'pending')
    return [
      ...begun,
      first.length > 0
        ? { name: 'Payment', note: payout === null ? 'by another admin' : `by ${payout.by}`, look: 'now' }
        : needsFirstApproval
          ? { name: 'First approval', note: 'before it is paid', look: 'now' }
          : { name: 'Payment', note: 'pay at the bank first', look: 'now' },
      ahead,
    ]
  if (status === 'approved') {
    const paid = done('Paid out', atOf('paid_out'))
    return [...begun, ...done('Marked paid', atOf('approved'), by), ...(paid.length > 0 ? paid : [ahead])]
  }
  const at = atOf('rejected')
  const rejected: Stage = { name: 'Rejected', note: `${at === undefined ? '' : formatDay(at)}${by}`, look: 'refused' }
  return [...begun, rejected, ...done('Returned', atOf('returned'))]
}

function Progress({ withdrawal }: OfWithdrawal): ReactNode {
  return (
    <ol className={styles.steps} aria-label="Progress">
      {stagesOf(withdrawal).map(({ name, note, look }) => (
        <li key={name} className={styles[look]} aria-current={look === 'now' ? 'step' : undefined}>
          <i aria-hidden="true">
            {look === 'done' && <Icon of={Check} size="s" />}
            {look === 'refused' && <Icon of={X} size="s" />}
          </i>
          <b>{name}</b>
          {note}
        </li>
      ))}
    </ol>
  )
}

/** Each line as it is read, and as it is copied for the bank's form: without spaces and signs. */
function linesOf({
  _id,
  amount,
  account,
  paidReference,
}: AdminWithdrawal): { name: string; shown: string; copied: string; mono: boolean }[] {
  const { name, accountNumber, ifsc, mobile } = account
  const reference = paidReference && wholeReference(paidReference)
  return [
    { name: 'Amount', shown: formatRupees(amount), copied: (amount / 100).toFixed(2), mono: false },
    { name: 'Name', shown: name, copied: name, mono: false },
    { name: 'Account number', shown: groupsOfFour(accountNumber), copied: accountNumber, mono: true },
    { name: 'IFSC', shown: ifsc, copied: ifsc, mono: true },
    { name: 'Remark', shown: payoutId(_id), copied: payoutId(_id), mono: true },
    ...(reference === null
      ? []
      : [{ name: 'Bank reference', shown: groupsOfFour(reference), copied: reference, mono: true }]),
    { name: 'Mobile', shown: mobile.replace(/^.{5}/, '$& '), copied: mobile, mono: true },
  ]
}

/** Where the money goes, as a slip of the bank has it, line by line to be copied. `isKeyed`: by the keys 1 to 6 too. */
export function WithdrawalSlip({
  withdrawal,
  isKeyed,
  nowMs,
}: OfWithdrawal & { isKeyed: boolean; nowMs: number }): ReactNode {
  const slip = useRef<HTMLDListElement>(null)
  useShortcuts((key) => {
    const button =
      isKeyed && /^[1-6]$/.test(key) ? slip.current?.querySelectorAll('button')[Number(key) - 1] : undefined
    button?.click()
    return button !== undefined
  })
  const { status, createdAt } = withdrawal
  return (
    <div className={styles.pay}>
      <Progress withdrawal={withdrawal} />
      {status === 'pending' && <PayoutNotice withdrawal={withdrawal} nowMs={nowMs} isKeyed={isKeyed} />}
      <dl ref={slip} className={styles.slip}>
        {linesOf(withdrawal).map(({ name, shown, copied, mono }, at) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classNames(mono && styles.mono)}>{shown}</dd>
            <dd className={styles.copy}>
              <CopyButton text={copied} label={`Copy ${name.toLowerCase()}`} />
              {isKeyed && <Kbd>{String(at + 1)}</Kbd>}
            </dd>
          </div>
        ))}
      </dl>
      <p className={textClass('small', 'mute')}>
        As it stood at {formatDay(createdAt)}. Later edits of the account do not change this request. Copied texts have
        no spaces.
      </p>
    </div>
  )
}
