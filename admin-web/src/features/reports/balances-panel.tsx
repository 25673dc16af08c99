import { accountNames, daysOfPeriod, movementNames } from '@kismet/contracts'
import type { getBalances, Output } from '@kismet/contracts'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { formatCount } from '../../core/format/amount.tsx'
import { formatDate } from '../../core/format/time.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { QueryState } from '../../core/table/query-state.tsx'
import type { Column } from '../../core/table/table.ts'
import { amountColumn, loadedListing } from '../../core/table/table.ts'
import { useBalances } from './reports-api.ts'

type Balances = Output<typeof getBalances>
type Account = keyof typeof accountNames

const accounts = Object.keys(accountNames) as Account[]
const kinds = Object.keys(movementNames) as (keyof typeof movementNames)[]

/** What the proof found. */
const proofs = {
  proven: <Tag tone="good">Adds up</Tag>,
  unproven: <Tag tone="warn">Not proven: rebuild analytics</Tag>,
  differs: <Tag tone="bad">Does not add up</Tag>,
  other: <Tag>Other</Tag>,
} as const

interface AccountRow {
  readonly account: Account
}
type AmountOf = (account: Account) => number

const amounts = (title: string, amountOf: AmountOf, more: Partial<Column<AccountRow>> = {}): Column<AccountRow> =>
  amountColumn(title, ({ account }) => amountOf(account), {
    cell: ({ account }) => formatNet(amountOf(account)),
    ...more,
  })

/** A movement of ₹0.00 is an empty cell. */
const movement = (title: string, amountOf: AmountOf): Column<AccountRow> =>
  amounts(title, amountOf, {
    cell: ({ account }) => (amountOf(account) === 0 ? '' : formatNet(amountOf(account))),
  })

function BalancesTable({ opening, movements, closing, end }: Balances & { end: string }): ReactNode {
  const steps =
    opening === null
      ? []
      : [
          amounts('Opening', (account) => opening[account]),
          ...kinds.map((kind) => movement(movementNames[kind], (account) => movements[kind][account])),
        ]
  const table = {
    label: 'Balances',
    idOf: ({ account }: AccountRow): string => account,
    columns: [
      { title: 'Account', text: ({ account }: AccountRow) => accountNames[account], place: 'head' } as const,
      ...steps,
      amounts(end, (account) => closing[account], { place: 'end' }),
    ],
  }
  const sumOf = (of: Readonly<Record<Account, number>>) =>
    formatNet(accounts.reduce((sum, account) => sum + of[account], 0))
  const foot = [
    'Sum',
    ...(opening === null ? [] : [sumOf(opening), ...kinds.map((kind) => sumOf(movements[kind]))]),
    sumOf(closing),
  ]
  const listing = loadedListing(accounts.map((account) => ({ account })))
  return <DataTable table={table} listing={listing} foot={[foot]} empty={{ title: 'No accounts' }} />
}

interface PanelProps {
  period: string
  isOver: boolean
}

/** The balances of all accounts before a period, what moved them, and the balances at its end. Each column sums to 0. */
export function BalancesPanel({ period, isOver }: PanelProps): ReactNode {
  const result = useBalances({ period })
  const { currentData } = result
  const { from, to } = daysOfPeriod(period)
  return (
    <Panel
      title="From opening to closing balances"
      note={`${formatDate(from)}, 00:00 to ${isOver ? `the end of ${formatDate(to)}` : 'now'}`}
      end={currentData && proofs[currentData.proof]}
      foot={
        currentData &&
        `${formatCount(currentData.entries)} ledger entries until then. Each column sums to 0. Money that came in is below 0 in "Cash in and out".`
      }
      flush
    >
      <QueryState what="balances" result={result} rows={6}>
        {(balances) => <BalancesTable {...balances} end={isOver ? 'Closing' : 'Now'} />}
      </QueryState>
    </Panel>
  )
}
