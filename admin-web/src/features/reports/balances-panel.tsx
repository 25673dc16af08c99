import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet } from '@kismet/ui/format/money.ts'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { formatCount } from '../../core/format/amount.tsx'
import { formatDate } from '../../core/format/time.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { useBalances } from './reports-api.ts'

const names = {
  players: 'Balances of players',
  openStakes: 'Open stakes',
  held: 'Held for withdrawals',
  house: 'House',
  outside: 'Cash in and out',
  bonus: 'Bonuses',
} as const

/** What the proof found. */
const proofs = {
  proven: <Tag tone="good">Adds up</Tag>,
  unproven: <Tag tone="warn">Not proven: rebuild analytics</Tag>,
  differs: <Tag tone="bad">Does not add up</Tag>,
  other: <Tag>Other</Tag>,
} as const

/** The balances of all accounts at the end of a day. They sum to 0. */
export function BalancesPanel({ day, isOver }: { day: string; isOver: boolean }): ReactNode {
  const result = useBalances({ day })
  return (
    <Panel
      title={isOver ? `Balances at the end of ${formatDate(day)}` : 'Balances now'}
      end={result.currentData && proofs[result.currentData.proof]}
      foot={
        result.currentData &&
        `${formatCount(result.currentData.entries)} ledger entries. The sum of all accounts must be 0.`
      }
    >
      <QueryState
        what="balances"
        result={result}
        fallback={<Skeleton variant="table" rows={6} label="Loading balances" />}
      >
        {({ accounts, total }) => (
          <KeyValues
            variant="sum"
            rows={[
              ...(Object.keys(names) as (keyof typeof names)[]).map((name) => ({
                name: names[name],
                value: formatNet(accounts[name]),
              })),
              { name: 'Sum', value: formatNet(total) },
            ]}
          />
        )}
      </QueryState>
    </Panel>
  )
}
