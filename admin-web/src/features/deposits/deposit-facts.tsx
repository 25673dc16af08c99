import { limits, readUtr } from '@kismet/contracts'
import { Copied } from '@kismet/ui/controls/copied.tsx'
import { formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { formatTimeExact } from '@kismet/ui/format/time.ts'
import { formatDay } from '../../core/format/time.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useShortcuts } from '../../core/keyboard/use-shortcuts.ts'
import { AgeTag } from '../../entities/queue/age-tag.tsx'
import type { AdminDeposit } from '../../entities/queue/deposits-api.ts'
import { OthersWaiting, PlayerFacts } from '../../entities/queue/facts.tsx'
import styles from '../../entities/queue/facts.module.css'
import { RiskHints } from '../../entities/queue/insight.tsx'
import { groupsOfFour, withoutSpaces } from '../../entities/queue/reference.ts'

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

interface DepositFactsProps {
  deposit: AdminDeposit
  others: readonly AdminDeposit[]
  nowMs: number
}

/** The request in the order of a bank slip, then what is known of it. */
export function DepositFacts({ deposit, others, nowMs }: DepositFactsProps): ReactNode {
  const { _id, amount, utr, method, createdAt, status, proofPages, proofDeletedAt } = deposit
  const copy = useRef<HTMLSpanElement>(null)
  useShortcuts((key) => {
    if (key === 'C') copy.current?.querySelector('button')?.click()
    return key === 'C'
  })
  return (
    <div className={styles.facts}>
      <section aria-label="Payment">
        <p className={styles.money}>{formatRupees(amount)}</p>
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
          <dt>Asked</dt>
          <dd>
            {formatTimeExact(createdAt)}
            {status === 'pending' && <AgeTag plain kind="deposit" ageMs={nowMs - Date.parse(createdAt)} />}
          </dd>
          <dt>Proof</dt>
          <dd>
            {proofPages === 1 ? '1 picture' : `${proofPages} pages`}
            {proofDeletedAt !== null && `, deleted ${formatDay(proofDeletedAt)}`}
          </dd>
        </dl>
      </section>
      <section aria-label="Risk hints">
        <h3>Risk hints</h3>
        <RiskHints id={_id} />
        <Checks deposit={deposit} />
        <OthersWaiting others={others} />
      </section>
      <PlayerFacts request={deposit} others={others} />
    </div>
  )
}
