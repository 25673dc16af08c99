import type { Report } from '@kismet/contracts'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { formatCount } from '../../core/format/amount.tsx'
import { listPath, paths, playerPath } from '../../core/paths.ts'
import { TextLink } from '../../core/text-link.tsx'
import { DataTable } from '../../core/table/data-table.tsx'
import type { Column } from '../../core/table/table.ts'
import { amountColumn, countColumn, loadedListing, timeColumn } from '../../core/table/table.ts'

type GameRow = Report['games'][number]
type Win = Report['largestWins'][number]

const games = {
  label: 'GGR by game',
  idOf: ({ game }: GameRow): string => game,
  columns: [
    { title: 'Game', text: ({ game }: GameRow) => game, place: 'head' },
    countColumn('Bets', ({ bets }: GameRow) => bets),
    amountColumn('Stakes', ({ stakes }: GameRow) => stakes),
    amountColumn('Payouts', ({ payouts }: GameRow) => payouts),
    amountColumn('GGR', ({ ggr }: GameRow) => ggr, { cell: ({ ggr }) => formatNet(ggr), place: 'end' }),
  ] satisfies readonly Column<GameRow>[],
}

/** The bets of each game, and what they left to the house. */
export function GamesPanel({ report: { games: rows, total } }: { report: Report }): ReactNode {
  const foot = [
    'All games',
    formatCount(total.bets),
    formatRupees(total.stakes),
    formatRupees(total.payouts),
    formatNet(total.ggr),
  ]
  return (
    <Panel title={games.label} note="GGR is stakes less payouts" flush>
      <DataTable table={games} listing={loadedListing(rows)} foot={[foot]} empty={{ icon: Inbox, title: 'No games' }} />
    </Panel>
  )
}

const wins = {
  label: 'Largest wins',
  idOf: ({ reference }: Win): string => reference,
  columns: [
    { title: 'Player', text: ({ email, playerId }: Win) => email ?? playerId, place: 'head' },
    { title: 'Game', text: ({ game }: Win) => game },
    amountColumn('Stake', ({ stake }: Win) => stake),
    amountColumn('Payout', ({ payout }: Win) => payout),
    amountColumn('Gain', ({ payout, stake }: Win) => payout - stake, { place: 'end' }),
    timeColumn('Time', ({ at }: Win) => at),
  ] satisfies readonly Column<Win>[],
}

/** The bets with the largest gains. Each leads to the page of its player. */
export function WinsPanel({ report: { largestWins } }: { report: Report }): ReactNode {
  return (
    <Panel title={wins.label} note="by payout less stake" flush>
      <DataTable
        table={wins}
        listing={loadedListing(largestWins)}
        toOf={({ playerId }) => playerPath(playerId)}
        empty={{ icon: Inbox, title: 'No wins' }}
      />
    </Panel>
  )
}

/** Money in and out, bonuses and corrections. Deposits and withdrawals lead to their lists. */
export function MoneyPanel({ report }: { report: Report }): ReactNode {
  const { from, to, deposits, depositsByMethod, withdrawalsPaid, bonuses, corrections } = report
  const { added, taken } = corrections
  const line = (name: string, { count, amount }: Report['deposits'], sign?: number) => ({
    name: `${name}, ${formatCount(count)}`,
    value: sign === undefined ? formatRupees(amount) : formatNet(sign * amount),
  })
  const booked = { status: 'approved', daysOf: 'booked', from, to }
  const linked = (plain: ReturnType<typeof line>, path: string, more: Readonly<Record<string, string>> = {}) => ({
    ...plain,
    name: <TextLink to={listPath(path, { ...booked, ...more })}>{plain.name}</TextLink>,
  })
  return (
    <Panel
      title="Money"
      foot={depositsByMethod === null ? 'The methods are missing, because payments did not answer.' : undefined}
    >
      <KeyValues
        variant="lines"
        rows={[
          linked(line('Deposits', deposits), paths.deposits),
          ...(depositsByMethod ?? []).map(({ method, ...sums }) =>
            method === 'other'
              ? line('Deposits by another method', sums)
              : linked(line(`Deposits by ${method}`, sums), paths.deposits, { method }),
          ),
          linked(line('Withdrawals paid', withdrawalsPaid), paths.withdrawals),
          line('Bonuses', bonuses),
          line('Corrections added', added, 1),
          line('Corrections taken', taken, -1),
        ]}
      />
    </Panel>
  )
}
