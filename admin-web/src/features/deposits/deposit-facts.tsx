import { limits, readUtr } from '@kismet/contracts'
import { CopyButton } from '@kismet/ui/controls/copy-button.tsx'
import { formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { formatTimeExact } from '@kismet/ui/format/time.ts'
import { formatDay } from '../../core/format/time.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import Check from 'lucide-react/icons/check'
import Layers from 'lucide-react/icons/layers'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode, Ref } from 'react'
import { AgeTag } from '../../entities/queue/age-tag.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import type { AdminDeposit } from '../../entities/queue/deposits-api.ts'
import { groupsOfFour } from './reference.ts'
import styles from './deposit-facts.module.css'

const { minRupees, maxRupees } = limits.deposit

/** What the desk can see by itself, each with the words for when it holds and when it does not. */
function checksOf({ method, utr, amount }: AdminDeposit): { holds: boolean; words: string }[] {
  const form = readUtr(method, utr)
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

function Checks({ deposit }: { deposit: AdminDeposit }): ReactNode {
  return (
    <ul className={styles.checks}>
      {checksOf(deposit).map(({ holds, words }) => (
        <li key={words} className={holds ? undefined : styles.wrong}>
          <Icon of={holds ? Check : TriangleAlert} size="s" />
          {words}
        </li>
      ))}
    </ul>
  )
}

/** Other requests of the same player that wait too: the money may have come once. */
function Others({ others }: { others: readonly AdminDeposit[] }): ReactNode {
  if (others.length === 0) return null
  const amounts = others.slice(0, 3).map(({ amount, method }) => `${formatRupees(amount)} by ${method}`)
  return (
    <Notice tone="info" icon={Layers}>
      <b>{others.length === 1 ? 'One more request' : `${others.length} more requests`} of this player</b>
      <br />
      {amounts.join(', ')}
      {others.length > amounts.length && ' and more'}
    </Notice>
  )
}

interface DepositFactsProps {
  deposit: AdminDeposit
  others: readonly AdminDeposit[]
  nowMs: number
  /** Holds the copy button of the reference, for its shortcut. */
  copyRef: Ref<HTMLSpanElement>
}

/** The request in the order of a bank slip, then what is known of it. */
export function DepositFacts({ deposit, others, nowMs, copyRef }: DepositFactsProps): ReactNode {
  const { amount, utr, method, createdAt, status, user, proofPages, proofDeletedAt } = deposit
  return (
    <div className={styles.facts}>
      <section aria-label="Payment">
        <p className={styles.money}>{formatRupees(amount)}</p>
        <dl>
          <dt>UTR</dt>
          <dd className={styles.line}>
            <span className={styles.utr}>{groupsOfFour(utr)}</span>
            <span ref={copyRef} className={styles.copy}>
              <CopyButton text={utr} label="Copy UTR" />
            </span>
          </dd>
          <dt>Method</dt>
          <dd>{method}</dd>
          <dt>Asked</dt>
          <dd>
            {formatTimeExact(createdAt)}
            {status === 'pending' && <AgeTag plain ageMs={nowMs - Date.parse(createdAt)} />}
          </dd>
          <dt>Proof</dt>
          <dd>
            {proofPages === 1 ? '1 picture' : `${proofPages} pages`}
            {proofDeletedAt !== null && `, deleted ${formatDay(proofDeletedAt)}`}
          </dd>
        </dl>
      </section>
      <section aria-label="Checks">
        <h3>Checks</h3>
        <Checks deposit={deposit} />
        <Others others={others} />
      </section>
      <section aria-label="Player">
        <h3>Player</h3>
        <p className={styles.email}>
          <span>{user.email}</span>
          <span className={styles.copy}>
            <CopyButton text={user.email} label="Copy e-mail" />
          </span>
        </p>
        <p className={styles.id}>
          <span className="mono">{user._id}</span>
          <span className={styles.copy}>
            <CopyButton text={user._id} label="Copy player id" />
          </span>
        </p>
      </section>
    </div>
  )
}
