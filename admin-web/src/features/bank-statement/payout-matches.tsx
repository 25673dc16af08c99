import { payoutTabs, readPayoutMatches } from '@kismet/contracts'
import type { Output, PayoutTab } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../core/api.ts'
import { errorDetail } from '../../core/error-text.ts'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { formatDate } from '../../core/format/time.ts'
import { playerPath, requestPath } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { amountColumn, listingOf, loadedListing, timeColumn } from '../../core/table/table.ts'
import type { Column, Listing } from '../../core/table/table.ts'
import { Tabs } from '../../core/table/tabs.tsx'
import { useTicks } from '../../core/table/use-ticks.ts'
import { wholeReference } from '../../entities/queue/reference.ts'
import type { AdminWithdrawal } from '../../entities/queue/withdrawals-api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'
import { RowsTable, rowColumn } from './match-table.tsx'
import { problemColumn, problemOf, stepsOf } from './payout-problems.tsx'
import { usePayDebits } from './use-pay-debits.ts'
import type { PayoutMatch } from './use-pay-debits.ts'
import styles from './bank-statement.module.css'
import tableStyles from './bank-table.module.css'

type MatchPage = Output<typeof readPayoutMatches>

interface TabWords {
  readonly word: string
  /** Without rows, and below rows. */
  readonly empty: string
  readonly foot: string
}

/** The tabs of debits, in the order of the page. */
const words: Readonly<Record<PayoutTab, TabWords>> = {
  exact: {
    ...{ word: 'Exact', empty: 'No debit is an exact match now.' },
    foot: 'The row has the id of a withdrawal in its text, and its amount.',
  },
  near: {
    ...{ word: 'Near', empty: 'No debit nearly matches a withdrawal.' },
    foot: 'The amount is equal, and the text has the reference, the id, the account or the name. Compare both before you confirm.',
  },
  problem: {
    ...{ word: 'Problems', empty: 'The rows and the bookings agree.' },
    foot: 'The rows and the bookings disagree. Resolve a row once you know what became of the money.',
  },
  settled: {
    ...{ word: 'Resolved', empty: 'No problem was resolved.' },
    foot: 'An admin has resolved these problems. The note is on the withdrawal.',
  },
  paid: { word: 'Paid', empty: 'No debit has paid a withdrawal.', foot: 'Each row has paid one withdrawal.' },
  none: {
    ...{ word: 'No withdrawal', empty: 'Every debit has its withdrawal.' },
    foot: 'Debits of other kinds, such as charges. They are not matched with withdrawals.',
  },
}
/** The tabs, as a choice. */
const tabFilter = { title: 'Debits', options: Object.entries(words).map(([tab, { word }]) => [tab, word] as const) }
const matches = fromContract(readPayoutMatches)
const payoutApi = api.injectEndpoints({
  endpoints: (build) => ({
    readPayoutMatches: build.infiniteQuery<MatchPage, { id: string; tab: PayoutTab }, number>({
      infiniteQueryOptions: { initialPageParam: 0, getNextPageParam: ({ next }) => next },
      queryFn: ({ queryArg, pageParam: after }, queryApi) => matches.queryFn({ ...queryArg, after }, queryApi),
      providesTags: ['Withdrawals'],
    }),
  }),
})

const amount = amountColumn<PayoutMatch>('Amount', (match) => match.amount, {
  cell: (match) => <b>{formatNet(match.amount)}</b>,
  place: 'end',
})
const text: Column<PayoutMatch> = {
  title: 'Bank text',
  text: (match) => match.text,
  cell: (match) => (
    <span className={tableStyles.wrapped}>
      {match.text}{' '}
      <span className={classNames(tableStyles.detail, textClass('mute'))}>
        {formatDate(match.day)}
        {match.utr !== null && `, ${wholeReference(match.utr)}`}
      </span>
    </span>
  ),
  place: 'head',
}
const withdrawalOf: Column<PayoutMatch> = {
  title: 'Withdrawal',
  text: ({ withdrawal }) => withdrawal?.user.email ?? '',
  cell: ({ withdrawal }) =>
    withdrawal && (
      <span className={tableStyles.wrapped}>
        <Link to={requestPath('withdrawal', withdrawal._id, withdrawal.status === 'pending' ? undefined : 'all')}>
          {withdrawal.user.email}
        </Link>{' '}
        <span className={textClass('mute')}>
          {withdrawal.account.name}, {withdrawal.account.accountNumber}
        </span>{' '}
        <Link to={playerPath(withdrawal.user._id)}>Player</Link>
      </span>
    ),
  place: 'line',
}
const askedFor = amountColumn<PayoutMatch>('Asked for', ({ withdrawal }) => withdrawal?.amount ?? null)
interface RowsProps {
  tab: PayoutTab
  listing: Listing<PayoutMatch>
  mayDecide: boolean
}

/** The debits of a tab; exact ones are marked as paid together, near ones one by one. */
function Rows({ tab, listing, mayDecide }: RowsProps): ReactNode {
  const { ticked, ticks } = useTicks(
    listing,
    ({ rowId, withdrawal }) => `${rowId} ${withdrawal?._id ?? ''}`,
    ({ row }) => `Row ${row}`,
  )
  const send = usePayDebits()
  const sum = formatRupees(ticked.reduce((total, match) => total + Math.abs(match.amount), 0))
  const ask = (rows: readonly PayoutMatch[], match: 'exact' | 'near', title: string): void =>
    void confirm({
      ...{ title, icon: Check, action: 'Mark paid' },
      body: 'Each withdrawal is booked as paid out with the reference of its row. The player reads the reference.',
      run: () => send(rows, match),
    })
  const confirmNear: Column<PayoutMatch> = {
    title: 'Decision',
    text: () => '',
    cell: (match) => (
      <Button icon={Check} onClick={() => ask([match], 'near', `Is row ${match.row} the payment?`)}>
        It is its payment
      </Button>
    ),
    place: 'line',
  }
  return (
    <>
      <RowsTable
        label="Debits of the bank"
        what="the debits"
        columns={
          tab === 'problem' || tab === 'settled'
            ? [rowColumn, amount, problemColumn, askedFor, text, withdrawalOf, ...(mayDecide ? [stepsOf(tab)] : [])]
            : [rowColumn, amount, text, withdrawalOf, ...(tab === 'near' && mayDecide ? [confirmNear] : [])]
        }
        listing={listing}
        ticks={tab === 'exact' && mayDecide ? ticks : undefined}
        empty={words[tab].empty}
      />
      {tab === 'exact' && mayDecide && listing.rows.length > 0 ? (
        <footer className={styles.run}>
          <p>{words.exact.foot}</p>
          <Button
            kind="primary"
            icon={Check}
            disabled={ticked.length === 0}
            onClick={() => ask(ticked, 'exact', `Mark ${countText(ticked.length, 'withdrawal')} as paid, ${sum}?`)}
          >
            Mark {formatCount(ticked.length)} paid · {sum}
          </Button>
        </footer>
      ) : (
        listing.rows.length > 0 && (
          <footer className={styles.foot}>
            {words[tab].foot}
            {tab === 'problem' &&
              [...new Map(listing.rows.map(problemOf))].map(([word, hint]) => (
                <p key={word}>
                  <b>{word}:</b> {hint}
                </p>
              ))}
          </footer>
        )
      )}
    </>
  )
}

const unseenColumns: readonly Column<AdminWithdrawal>[] = [
  {
    title: 'Withdrawal',
    text: ({ user }) => user.email,
    cell: ({ _id, user }) => <Link to={requestPath('withdrawal', _id)}>{user.email}</Link>,
    place: 'head',
  },
  timeColumn<AdminWithdrawal>('Marked paid', ({ decidedAt }) => decidedAt),
  { title: 'By', text: ({ decidedBy }) => decidedBy ?? '-' },
  { title: 'Bank reference', text: ({ paidReference }) => wholeReference(paidReference ?? 'none') },
  amountColumn<AdminWithdrawal>('Amount', (one) => one.amount, { place: 'end' }),
]

/** Withdrawals that are booked as paid and that no statement shows. */
function Unseen({ rows, count }: { rows: readonly AdminWithdrawal[]; count: number }): ReactNode {
  if (count === 0) return null
  return (
    <Panel
      flush
      title="Booked as paid, not seen at the bank"
      note={`${countText(count, 'withdrawal')} of days that statements cover`}
    >
      <DataTable
        table={{ label: 'Not seen at the bank', idOf: ({ _id }: AdminWithdrawal) => _id, columns: unseenColumns }}
        listing={loadedListing(rows)}
        empty={{ icon: Inbox, title: 'All are seen' }}
      />
    </Panel>
  )
}

/** The debits of a statement against the withdrawals of this moment. */
export function PayoutMatches({ id, mayDecide }: { id: string; mayDecide: boolean }): ReactNode {
  const [query, setQuery] = useSearchParams()
  const tab = payoutTabs.find((one) => one === query.get('tab')) ?? 'exact'
  const result = payoutApi.useReadPayoutMatchesInfiniteQuery({ id, tab })
  const listing = listingOf(result, ({ rows }) => rows)
  const first = (result.currentData ?? result.data)?.pages[0]
  if (first === undefined)
    return listing.error ? (
      <ErrorState icon={CircleAlert} title="Failed to load the debits" busy={listing.busy} onRetry={listing.retry}>
        {errorDetail(listing.error)}
      </ErrorState>
    ) : (
      <Skeleton variant="table" rows={8} label="Matching debits with withdrawals" />
    )
  const { tallies, unseen, unseenCount } = first
  const choose = (value: string): void => setQuery({ id, side: 'payouts', tab: value }, { replace: true })
  return (
    <>
      <section className={styles.rows} aria-label="Payouts">
        <Tabs
          filter={tabFilter}
          value={tab}
          onValue={choose}
          countOf={(one) => {
            const { count } = tallies[one as PayoutTab]
            return one === 'problem' && count > 0 ? (
              <span className={textClass('loss')}>{formatCount(count)}</span>
            ) : (
              formatCount(count)
            )
          }}
        />
        <Rows key={tab} tab={tab} listing={listing} mayDecide={mayDecide} />
      </section>
      <Unseen rows={unseen} count={unseenCount} />
    </>
  )
}
