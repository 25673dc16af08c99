import type { ReactNode } from 'react'
import { AgeTag } from '../../entities/queue/age-tag.tsx'
import { OthersWaiting, PlayerFacts } from '../../entities/queue/facts.tsx'
import styles from '../../entities/queue/facts.module.css'
import { RiskHints } from '../../entities/queue/insight.tsx'
import { formatTimeExact } from '@kismet/ui/format/time.ts'
import type { AdminWithdrawal } from './withdrawals-api.ts'

interface WithdrawalFactsProps {
  withdrawal: AdminWithdrawal
  others: readonly AdminWithdrawal[]
  nowMs: number
}

/** What is known of a withdrawal and of whoever asked for it. */
export function WithdrawalFacts({ withdrawal, others, nowMs }: WithdrawalFactsProps): ReactNode {
  const { _id, createdAt, status } = withdrawal
  return (
    <div className={styles.facts}>
      <section aria-label="Risk hints">
        <h3>Risk hints</h3>
        <RiskHints id={_id} />
        <OthersWaiting others={others} />
      </section>
      <section aria-label="Request">
        <dl>
          <dt>Asked</dt>
          <dd>
            {formatTimeExact(createdAt)}
            {status === 'pending' && <AgeTag plain kind="withdrawal" ageMs={nowMs - Date.parse(createdAt)} />}
          </dd>
        </dl>
      </section>
      <PlayerFacts request={withdrawal} others={others} />
    </div>
  )
}
