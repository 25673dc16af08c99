import { keptCredits } from '@kismet/contracts'
import type { BankTab } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import Ban from 'lucide-react/icons/ban'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import EqualNot from 'lucide-react/icons/equal-not'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import History from 'lucide-react/icons/history'
import Search from 'lucide-react/icons/search'
import Upload from 'lucide-react/icons/upload'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { errorDetail } from '../../core/error-text.ts'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { formatDay } from '../../core/format/time.ts'
import { listingOf } from '../../core/table/table.ts'
import type { Listing } from '../../core/table/table.ts'
import { useIsPhone } from '../../core/use-is-phone.ts'
import { Tabs } from '../../core/table/tabs.tsx'
import { useReadBankMatchesInfiniteQuery } from './bank-api.ts'
import type { BankMatch, Statement } from './bank-api.ts'
import { ExactMatches } from './exact-matches.tsx'
import { joinWords } from './join-words.ts'
import { MatchTable } from './match-table.tsx'
import { NearMatches } from './near-matches.tsx'
import { PayoutMatches } from './payout-matches.tsx'
import { daysText } from './start.tsx'
import styles from './bank-statement.module.css'

const tallyWords: Readonly<Record<BankTab, readonly [icon: Glyph, word: string, says: string]>> = {
  exact: [CircleCheck, 'Exact', 'UTR and amount equal'],
  near: [EqualNot, 'Near', 'suggestions'],
  used: [History, 'Already used', 'decided requests'],
  none: [Search, 'No request', 'kept for later requests'],
  other: [Ban, 'Not a deposit', 'debits, reversals, interest'],
}
const tallyOrder = ['exact', 'near', 'used', 'none', 'other'] as const satisfies readonly BankTab[]
const tabsOf = (tabs: readonly BankTab[]) => ({
  title: 'Rows',
  options: tabs.map((tab) => [tab, tallyWords[tab][1]] as const),
})
/** Near matches stand beside the others, and on a phone in their place. */
const wideTabs = tabsOf(tallyOrder.filter((tab) => tab !== 'near'))
const phoneTabs = tabsOf(tallyOrder)
const emptyWords: Readonly<Record<Exclude<BankTab, 'near'>, string>> = {
  exact: 'No row is an exact match now.',
  used: 'No row was used before.',
  none: 'Every credit has its request.',
  other: 'Every row is a credit.',
}
const footWords: Readonly<Record<Exclude<BankTab, 'near' | 'exact'>, string>> = {
  used: 'These rows were used before. A UTR is credited only once.',
  none: 'These rows are kept. A later request with one of these UTRs is matched automatically.',
  other: 'Not matched with requests.',
}

const sideFilter = {
  title: 'What is matched',
  options: [
    ['deposits', 'Deposits'],
    ['payouts', 'Payouts'],
  ],
} as const

type Tallies = Readonly<Record<BankTab, { readonly count: number; readonly amount: number }>>

function Sums({ tallies }: { tallies: Tallies }): ReactNode {
  return (
    <dl className={styles.sums} aria-label="Summary of the file">
      {tallyOrder.map((tab) => {
        const [icon, word, says] = tallyWords[tab]
        return (
          <div key={tab} data-tab={tab}>
            <dt>
              <Icon of={icon} size="s" />
              {word}
            </dt>
            <dd className={styles.sum}>
              <b>{formatCount(tallies[tab].count)}</b> {formatRupees(tallies[tab].amount)}
            </dd>
            <dd className={styles.says}>{says}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function FileHead({
  statement,
  mayDecide,
  onClose,
}: {
  statement: Statement | null
  mayDecide: boolean
  onClose: () => void
}): ReactNode {
  const join = statement && joinWords(statement)
  return (
    <section className={styles.file} aria-label="File">
      <Icon of={FileSpreadsheet} />
      <div>
        <h2 className={textClass('cut')}>{statement?.fileName ?? 'Kept credits'}</h2>
        <p className={textClass('mute')}>
          {statement
            ? `${countText(statement.rows, 'row')}, ${daysText(statement)} · ${formatCount(statement.fresh)} new · read ${formatDay(statement.readAt)} by ${statement.readBy}`
            : 'Unused credits of all files'}
        </p>
        {join && <p className={classNames(join.isOdd && styles.odd)}>{join.text}</p>}
      </div>
      <Button icon={Upload} onClick={onClose}>
        {mayDecide ? 'Another file' : 'Back'}
      </Button>
    </section>
  )
}

/** Whether the rows are matched with deposits or with withdrawals. */
function Sides({ id, side }: { id: string; side: string }): ReactNode {
  const [, setQuery] = useSearchParams()
  const choose = (value: string): void => setQuery({ id, side: value }, { replace: true })
  return (
    <div className={styles.sides}>
      <Tabs filter={sideFilter} value={side} onValue={choose} />
    </div>
  )
}

interface TabRowsProps {
  id: string
  tab: Exclude<BankTab, 'near'>
  fileName: string | undefined
  listing: Listing<BankMatch>
  total: number
  mayDecide: boolean
}

/** The rows of a tab, and what they mean. */
function TabRows({ tab, listing, fileName = keptCredits, ...exact }: TabRowsProps): ReactNode {
  if (tab === 'exact') return <ExactMatches {...exact} fileName={fileName} listing={listing} empty={emptyWords.exact} />
  return (
    <>
      <MatchTable tab={tab} listing={listing} empty={emptyWords[tab]} />
      <footer className={styles.foot}>{footWords[tab]}</footer>
    </>
  )
}

interface ResultProps {
  id: string
  mayDecide: boolean
  onClose: () => void
}

/** The rows of a file against the requests of this moment. */
export function Result({ id, mayDecide, onClose }: ResultProps): ReactNode {
  const [query, setQuery] = useSearchParams()
  const tab = (['exact', 'used', 'none', 'other'] as const).find((one) => one === query.get('tab')) ?? 'exact'
  const isPhone = useIsPhone()
  const isNear = isPhone && query.get('tab') === 'near'
  const result = useReadBankMatchesInfiniteQuery({ id, tab })
  const listing = listingOf(result, ({ rows }) => rows)
  const first = (result.currentData ?? result.data)?.pages[0]
  // Both at once would be matched at the cost of each other, and the sums come with either.
  const nearResult = useReadBankMatchesInfiniteQuery({ id, tab: 'near' }, { skip: first === undefined })
  const near = listingOf(nearResult, ({ rows }) => rows)
  if (first === undefined)
    return listing.error ? (
      <ErrorState
        icon={CircleAlert}
        title={listing.error.code === 'not_found' ? 'Statement not found' : 'Failed to load the statement'}
        {...(listing.error.code === 'not_found'
          ? { action: <Button onClick={onClose}>Back</Button> }
          : { busy: listing.busy, onRetry: listing.retry })}
      >
        {errorDetail(listing.error)}
      </ErrorState>
    ) : (
      <Skeleton variant="table" rows={8} label="Matching rows with requests" />
    )
  const { statement, tallies, isCut } = first
  const head = <FileHead statement={statement} mayDecide={mayDecide} onClose={onClose} />
  // A statement with debits only opens with the payouts.
  const hasCredits = tallyOrder.some((one) => one !== 'other' && tallies[one].count > 0)
  const usual = hasCredits || tallies.other.count === 0 ? 'deposits' : 'payouts'
  const chosen = query.get('side')
  const side = statement === null ? 'deposits' : (chosen ?? usual)
  const sides = statement !== null && <Sides id={id} side={side} />
  if (side === 'payouts')
    return (
      <div className={styles.result}>
        {head}
        {sides}
        <PayoutMatches id={id} mayDecide={mayDecide} />
      </div>
    )
  const choose = (value: string): void =>
    setQuery({ id, ...(chosen && { side: chosen }), ...(value !== 'exact' && { tab: value }) }, { replace: true })
  return (
    <div className={styles.result}>
      {head}
      {sides}
      <Sums tallies={tallies} />
      {isCut && (
        <p className={styles.faults}>Too many pending requests to compare at once. Near matches may be missing.</p>
      )}
      <div className={styles.desk}>
        <section className={styles.rows} aria-label="Rows">
          <Tabs
            filter={isPhone ? phoneTabs : wideTabs}
            value={isNear ? 'near' : tab}
            onValue={choose}
            countOf={(one) => formatCount(tallies[one as BankTab].count)}
          />
          {!isNear && (
            <TabRows {...{ id, tab, listing, mayDecide }} fileName={statement?.fileName} total={tallies.exact.count} />
          )}
        </section>
        {(isNear || !isPhone) && (
          <NearMatches id={id} listing={near} count={tallies.near.count} mayDecide={mayDecide} />
        )}
      </div>
    </div>
  )
}
