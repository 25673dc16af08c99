import { limits, readUtr } from '@kismet/contracts'
import { Copied } from '@kismet/ui/controls/copied.tsx'
import { formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { formatDay } from '../../core/format/time.ts'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useShortcuts } from '../../core/keyboard/use-shortcuts.ts'
import type { AdminDeposit } from '../../entities/queue/deposits-api.ts'
import { AdminNotes } from '../../entities/queue/admin-notes.tsx'
import { Asked, Facts, PlayerFacts, RiskFacts } from '../../entities/queue/facts.tsx'
import styles from '../../entities/queue/facts.module.css'
import { CheckList } from '../../entities/queue/insight.tsx'
import { groupsOfFour, withoutSpaces } from '../../entities/queue/reference.ts'
import type { DetailProps } from '../../entities/queue/request-detail.tsx'
import { RequestDetail } from '../../entities/queue/request-detail.tsx'
import { BetterProof } from './better-proof.tsx'
import { ProofView } from './proof-view.tsx'

const { minRupees, maxRupees } = limits.deposit

/** What the desk can see by itself, each with the words for when it holds and when it does not. */
function checksOf({ method, utr, amount }: AdminDeposit): { holds: boolean; words: string }[] {
  const form =
    method === 'other'
      ? ({ ok: false, message: 'Reload the page to check this method.' } as const)
      : readUtr(method, utr)
  const length = form.ok
    ? `${form.value.length} ${/^\d+$/.test(form.value) ? 'digits' : 'characters'}, as ${method} has`
    : ''
  const within = amount >= minRupees * 100 && amount <= maxRupees * 100
  const range = `${formatRupeesShort(minRupees * 100)} to ${formatRupeesShort(maxRupees * 100)}`
  return [
    { holds: form.ok, words: form.ok ? length : form.message },
    { holds: within, words: `${within ? 'within' : 'outside'} ${range}` },
  ]
}

interface DepositFactsProps {
  deposit: AdminDeposit
  others: readonly AdminDeposit[]
  nowMs: number
}

/** The request in the order of a bank slip, then what is known of it. */
function DepositFacts({ deposit, others, nowMs }: DepositFactsProps): ReactNode {
  const { _id, amount, askedAmount, firstApproval, utr, method, proofPages, proofDeletedAt, payTo, note } = deposit
  const copy = useRef<HTMLSpanElement>(null)
  useShortcuts((key) => {
    if (key === 'C') copy.current?.querySelector('button')?.click()
    return key === 'C'
  })
  return (
    <Facts>
      <section aria-label="Payment">
        <p className={styles.money}>{formatRupees(amount)}</p>
        {typeof askedAmount === 'number' && <p>The player asked for {formatRupees(askedAmount)}.</p>}
        {firstApproval?.amount !== undefined && (
          <p>
            {firstApproval.by} approved {formatRupees(firstApproval.amount)} first.
          </p>
        )}
        <dl>
          <dt>UTR</dt>
          <dd className={styles.line}>
            <span className={styles.utr}>{groupsOfFour(utr)}</span>
            <span ref={copy}>
              <Copied text={withoutSpaces(utr)} label="Copy UTR" />
            </span>
          </dd>
          <dt>Method</dt>
          <dd>{method}</dd>
          <Asked kind="deposit" request={deposit} nowMs={nowMs} />
          {payTo && (
            <>
              <dt>Shown</dt>
              <dd>
                {payTo.address ?? 'QR image'}
                {payTo.name !== '' && `, ${payTo.name}`}
              </dd>
            </>
          )}
          {typeof note === 'string' && (
            <>
              <dt>Note</dt>
              <dd className={styles.line}>
                <span>{note}</span>
                <Copied text={note} label="Copy note" />
              </dd>
            </>
          )}
          <dt>Proof</dt>
          <dd>
            {proofPages === 1 ? '1 picture' : `${proofPages} pages`}
            {proofDeletedAt !== null && `, deleted ${formatDay(proofDeletedAt)}`}
          </dd>
        </dl>
        <BetterProof deposit={deposit} />
      </section>
      <RiskFacts id={_id} others={others}>
        <CheckList checks={checksOf(deposit)} />
      </RiskFacts>
      <AdminNotes key={_id} kind="deposit" request={deposit} />
      <PlayerFacts request={deposit} others={others} />
    </Facts>
  )
}

/** The deposit that is open: proof left and large, facts right, the decision below. */
export function DepositRequest(props: DetailProps<AdminDeposit>): ReactNode {
  return (
    <RequestDetail
      {...props}
      body={({ request, others, nowMs }) => (
        <>
          <ProofView key={`${request._id} ${request.newProofFrom}`} deposit={request} />
          <DepositFacts deposit={request} others={others} nowMs={nowMs} />
        </>
      )}
    />
  )
}
