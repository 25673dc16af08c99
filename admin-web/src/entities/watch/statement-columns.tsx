import type { StatementRow } from '@kismet/contracts'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import type { Tone } from '@kismet/ui/feedback/tone.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatDate, formatMoment } from '../../core/format/time.ts'
import type { Column } from '../../core/table/table.ts'
import { amountColumn, timeColumn } from '../../core/table/table.ts'

const tones: Readonly<Record<StatementRow['result'], Tone>> = {
  win: 'good',
  profit: 'good',
  loss: 'bad',
  credit: 'good',
  approved: 'good',
  'on hold': 'warn',
  processed: 'plain',
  returned: 'plain',
  other: 'plain',
}
/** What came to the balance: the winnings of a bet, or a deposit. */
const payoutOf = ({ betAmount, payout, credit }: StatementRow): number | null =>
  betAmount === null ? (credit > 0 ? credit : null) : payout

/** A line of a player's account statement. */
export const statementColumns: readonly Column<StatementRow>[] = [
  { title: 'Game', text: ({ gameType }) => gameType, place: 'head' },
  amountColumn('Bet', ({ betAmount }) => betAmount),
  {
    title: 'Result',
    text: ({ result }) => result,
    cell: ({ result }) => <Tag tone={tones[result]}>{result}</Tag>,
    place: 'end',
  },
  amountColumn('Payout', payoutOf),
  timeColumn('Date & Time', ({ date }) => date, {
    cell: ({ date }) => `${formatDate(date)}, ${formatMoment(date)}`,
    place: 'line',
  }),
  amountColumn('Balance', ({ closeBalance }) => closeBalance, {
    cell: ({ closeBalance }) => <b>{formatRupees(closeBalance)}</b>,
  }),
]
