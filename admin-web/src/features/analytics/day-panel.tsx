import { asCallError } from '@kismet/app-kit/call-error.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { exportProfitLoss, getTodayProfitLoss } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { netClass, textClass } from '@kismet/ui/class-names.ts'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { daysText } from '../../core/date-range.tsx'
import { errorDetail } from '../../core/error-text.ts'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { listPath, playerPath } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { useAppDispatch } from '../../core/store.ts'
import type { Column } from '../../core/table/table.ts'
import { amountColumn, countColumn, listingOf } from '../../core/table/table.ts'
import { tableQuery } from '../../core/table/table-query.ts'
import { useTableState } from '../../core/table/use-table-state.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import { useIsPhone } from '../../core/use-is-phone.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { ExportButtons } from '../../entities/queue/export-buttons.tsx'
import type { Days } from '../../entities/watch/chart-series.ts'
import type { DayPage, PlayerDay } from '../../entities/watch/watch-api.ts'
import { listDay } from '../../entities/watch/watch-api.ts'

const pollMs = 10_000
const tones = { profit: 'good', loss: 'bad', even: 'plain', other: 'plain' } as const

/** Says once what could not be loaded, and again when it fails after it was there (spec 8.4). */
export function useFailureToast(
  error: CallError | { name?: string | undefined } | null | undefined,
  text: string,
): void {
  const dispatch = useAppDispatch()
  const failed = Boolean(error)
  const detail = error ? errorDetail(asCallError(error)) : null
  useEffect(() => {
    if (failed) dispatch(toastShown('bad', text, detail))
  }, [failed, detail, text, dispatch])
}

/** A net result: green above zero, red below, and plain at zero (amendments of spec 2.16). */
export const Net = ({ paise }: { paise: number }): ReactNode => <b className={netClass(paise)}>{formatNet(paise)}</b>

/** The username, which no player has. A card on a phone begins with the e-mail. */
export function CardHead({ email }: { email: string | null }): ReactNode {
  return useIsPhone() ? (email ?? '-') : '-'
}

/** @param opens what a row opens */
const columnsOf = (opens: string): readonly Column<PlayerDay>[] => [
  {
    title: 'Username',
    text: () => '-',
    cell: ({ email }) => (
      <>
        <CardHead email={email} />
        <span className={textClass('sr')}>
          {' '}
          {email ?? 'unknown player'}, {opens}
        </span>
      </>
    ),
    place: 'head',
  },
  { title: 'Email', text: ({ email }) => email ?? '-', place: 'desk' },
  amountColumn('Total Bet', ({ totalBets }) => totalBets, { sort: 'totalBets' }),
  amountColumn('Total Winnings', ({ totalWins }) => totalWins, { sort: 'totalWins' }),
  amountColumn('Net P/L', ({ netResult }) => netResult, {
    cell: ({ netResult }) => <Net paise={netResult} />,
    sort: 'netResult',
    place: 'end',
  }),
  {
    title: 'Status',
    text: ({ status }) => status,
    cell: ({ status }) => <Tag tone={tones[status]}>{status}</Tag>,
    place: 'desk',
  },
  countColumn('Games Played', ({ gamesPlayed }) => gamesPlayed, { sort: 'gamesPlayed' }),
]
const todaysLabel = "Today's Profit & Loss Summary"
const filters = { columns: columnsOf(''), filters: [], dated: 'Days' }

/** How many have bet, and who of them is listed where they are too many. */
function noteOf({ players, isCut, isPartial }: DayPage, days: Days | null): string {
  const when = days === null ? ', since 00:00 IST' : ''
  const text = `${countText(players, 'player')}${when}. Net P/L is what the players won or lost`
  if (isPartial) return `${text}. Results of days before the last upgrade are missing`
  return isCut ? `More than ${text}. The list shows the largest stakes; search others by full id` : text
}

/** The list of players as the address has it. */
export const useDayState = (): TableState => useTableState(filters, true)

/**
 * What each player has bet and won today, or in other days. A row of today opens the player's statement of the day, any
 * other row the page of the player with the entries of the days.
 */
export function DayPanel({ state, days }: { state: TableState; days: Days | null }): ReactNode {
  const label = days === null ? todaysLabel : `Profit & Loss Summary ${daysText(days)}`
  const table = { label, what: 'summary', idOf: ({ userId }: PlayerDay): string => userId }
  const query = tableQuery(getTodayProfitLoss, filters, state)
  const result = listDay.useInfiniteQuery(query, { pollingInterval: pollMs })
  const listing = listingOf(result, ({ summary }) => summary)
  const { error } = listing
  const newest = result.currentData?.pages[0]
  useFailureToast(error, 'Failed to load summary')
  const total = newest?.total
  const isSearched = query.search !== undefined
  const { from = '', to = from } = days ?? {}
  const inAddress: Readonly<Record<string, string>> = state.days.preset ? { days: state.days.preset } : { from, to }
  const when = days === null ? 'today' : daysText(days)
  const who = newest?.isCut ? 'listed player' : `player with bets ${when}`
  const foot = total && [
    'All players',
    '',
    formatRupees(total.totalBets),
    formatRupees(total.totalWins),
    <Net key="net" paise={total.netResult} />,
    '',
    formatCount(total.gamesPlayed),
  ]
  return (
    <Panel
      title={label}
      note={newest && noteOf(newest, days)}
      flush
      end={
        <>
          {days === null && <span className={textClass('desk')}>Click a row for the day&apos;s statement</span>}
          <ExportButtons file={exportProfitLoss} query={query} what="profit and loss" />
        </>
      }
    >
      <DataTable
        table={{ ...table, columns: columnsOf(days === null ? 'statement of today' : `entries ${daysText(days)}`) }}
        listing={listing}
        state={state}
        toOf={days === null ? undefined : ({ userId }) => listPath(playerPath(userId), inAddress)}
        foot={foot && [foot]}
        older="Show more"
        usualRows={7}
        empty={{
          icon: Inbox,
          title: isSearched ? `No ${who} matches` : `No bets ${when}`,
          action: isSearched ? (
            <Button onClick={() => state.setSearch('')}>Clear the search</Button>
          ) : (
            days !== null && <Button onClick={state.clear}>Show today</Button>
          ),
        }}
      />
    </Panel>
  )
}
