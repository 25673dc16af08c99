import type { BankTab, Output, readBankMatches } from '@kismet/contracts'
import { exportBankRows, keptCredits } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Ban from 'lucide-react/icons/ban'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import EqualNot from 'lucide-react/icons/equal-not'
import History from 'lucide-react/icons/history'
import Scale from 'lucide-react/icons/scale'
import Search from 'lucide-react/icons/search'
import Upload from 'lucide-react/icons/upload'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { errorDetail } from '../../core/error-text.ts'
import { Figure, Figures } from '../../core/figures/figures.tsx'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { formatDay } from '../../core/format/time.ts'
import { SideBySide } from '../../core/side-by-side.tsx'
import type { Listing } from '../../core/table/table.ts'
import { filterOf, listingOf } from '../../core/table/table.ts'
import { Tabs } from '../../core/table/tabs.tsx'
import { useIsPhone } from '../../core/use-is-phone.ts'
import { ExportButtons } from '../../entities/queue/export-buttons.tsx'
import { useReadBankMatchesInfiniteQuery } from './bank-api.ts'
import type { BankMatch, Statement } from './bank-api.ts'
import { ExactMatches } from './exact-matches.tsx'
import { joinWords } from './join-words.ts'
import { MatchTable } from './match-table.tsx'
import { NearMatches } from './near-matches.tsx'
import { PayoutMatches } from './payout-matches.tsx'
import { daysText } from './start.tsx'
import styles from './bank-statement.module.css'

type MatchPage = Output<typeof readBankMatches>
type Tallies = MatchPage['tallies']

interface TabWords {
  readonly icon: Glyph
  readonly word: string
  /** What the rows are, what is said without rows, and what is said below rows. */
  readonly says: string
  readonly empty: string
  readonly foot: string
}

/** The tabs of credits in their order. */
const words: Readonly<Record<BankTab, TabWords>> = {
  exact: {
    ...{ icon: CircleCheck, word: 'Exact', says: 'UTR and amount equal' },
    ...{ empty: 'No row is an exact match now.', foot: '' },
  },
  near: { icon: EqualNot, word: 'Near', says: 'suggestions', empty: '', foot: '' },
  misbooked: {
    ...{ icon: Scale, word: 'Wrong amount booked', says: 'the balance is wrong' },
    empty: 'Every booked deposit has the amount of its row.',
    foot: 'The deposit was booked with another amount than the bank has, so the balance is wrong. Compare with the bank, then correct the balance. A corrected row stays listed.',
  },
  rejected: {
    ...{ icon: CircleX, word: 'Rejected', says: 'the money is at the bank' },
    empty: 'No row is of a rejected request.',
    foot: 'The money came, but the request was rejected, so the player is not credited. Ask the player to send the deposit again with this UTR, or pay the money back at the bank.',
  },
  used: {
    ...{ icon: History, word: 'Already used', says: 'already credited' },
    empty: 'No row has paid for a request yet.',
    foot: 'These rows have paid for a request, or an approved request has their UTR. A UTR is credited only once.',
  },
  none: {
    ...{ icon: Search, word: 'No request', says: 'kept for later requests', empty: 'Every credit has its request.' },
    foot: 'These rows are kept. A later request with one of these UTRs is matched automatically. A row without a UTR can only become a near match.',
  },
  other: {
    ...{ icon: Ban, word: 'Not a deposit', says: 'debits, reversals, interest', empty: 'Every row is a credit.' },
    foot: 'Not matched with requests.',
  },
}
const order = Object.keys(words) as BankTab[]
const listTabs = order.filter((tab) => tab !== 'near')
const problems: readonly BankTab[] = ['misbooked', 'rejected']
/** Problem tabs are hidden without rows. In the list of kept credits, Already used is hidden too. */
const shownOf = ({ statement, tallies }: MatchPage): readonly BankTab[] =>
  order.filter((tab) => tallies[tab].count > 0 || !(problems.includes(tab) || (tab === 'used' && statement === null)))

const sideFilter = filterOf('side', 'What is matched', { deposits: 'Deposits', payouts: 'Payouts' })

/** On a phone, the tabs have the counts: the sum of the open tab in a line. */
function TabSum({ tab, tallies }: { tab: BankTab; tallies: Tallies }): ReactNode {
  return (
    <p className={classNames(styles.sum, textClass('small', 'mute'))}>
      <b>{formatRupees(tallies[tab].amount)}</b> · {words[tab].says}
    </p>
  )
}

function Sums({ page }: { page: MatchPage }): ReactNode {
  const { tallies } = page
  return (
    <section className={styles.sums} aria-label="Summary of the file">
      <Figures>
        {shownOf(page).map((tab) => {
          const { icon, word, says } = words[tab]
          const name = (
            <>
              <Icon of={icon} size="s" />
              {word}
            </>
          )
          return (
            <Figure key={tab} name={name} note={says} tone={problems.includes(tab) ? 'down' : undefined}>
              {formatCount(tallies[tab].count)} <small>{formatRupees(tallies[tab].amount)}</small>
            </Figure>
          )
        })}
      </Figures>
    </section>
  )
}

interface ResultProps {
  id: string
  mayDecide: boolean
  onClose: () => void
}

interface FileHeadProps extends ResultProps {
  statement: Statement | null
  side: string
}

function FileHead({ id, statement, side, mayDecide, onClose }: FileHeadProps): ReactNode {
  const [query] = useSearchParams()
  const join = statement && joinWords(statement)
  const tab = exportBankRows.query.shape.tab.catch(undefined).parse(query.get('tab') ?? undefined)
  const rows = { statement: id, kind: side === 'payouts' ? ('withdrawal' as const) : ('deposit' as const), tab }
  return (
    <Panel
      title={statement?.fileName ?? 'Kept credits'}
      end={
        <Row wrap gap={2}>
          <ExportButtons file={exportBankRows} query={rows} what={tab === undefined ? 'statement' : 'tab'} />
          <Button icon={Upload} onClick={onClose}>
            {mayDecide ? 'Another file' : 'Back'}
          </Button>
        </Row>
      }
    >
      <p className={textClass('mute')}>
        {statement
          ? `${countText(statement.rows, 'row')}, ${daysText(statement)} · ${formatCount(statement.fresh)} new · read ${formatDay(statement.readAt)} by ${statement.readBy}`
          : 'Unused credits of all files'}
      </p>
      {join && <p className={join.isOdd ? styles.odd : undefined}>{join.text}</p>}
    </Panel>
  )
}

/** Why the rows are not there yet. */
function NotMatched({ listing, onClose }: { listing: Listing<BankMatch>; onClose: () => void }): ReactNode {
  const { error, busy, retry } = listing
  if (error === null) return <Skeleton variant="table" rows={8} label="Matching rows with requests" />
  const isMissing = error.code === 'not_found'
  return (
    <ErrorState
      icon={CircleAlert}
      title={isMissing ? 'Statement not found' : 'Failed to load the statement'}
      {...(isMissing ? { action: <Button onClick={onClose}>Back</Button> } : { busy, onRetry: retry })}
    >
      {errorDetail(error)}
    </ErrorState>
  )
}

interface CreditsProps extends Omit<ResultProps, 'onClose'> {
  first: MatchPage
  tab: Exclude<BankTab, 'near'>
  listing: Listing<BankMatch>
  onTab: (tab: string) => void
}

/** The credits of a file under their tabs, and beside them those that nearly match; on a phone in their place. */
function Credits({ id, first, tab, listing, mayDecide, onTab }: CreditsProps): ReactNode {
  const [query] = useSearchParams()
  const isPhone = useIsPhone()
  const { statement, tallies, isCut } = first
  const isNear = isPhone && query.get('tab') === 'near'
  const near = listingOf(useReadBankMatchesInfiniteQuery({ id, tab: 'near' }), ({ rows }) => rows)
  const { empty, foot } = words[tab]
  const nears = <NearMatches id={id} listing={near} count={tallies.near.count} mayDecide={mayDecide} />
  const rows = (
    <section className={styles.rows} aria-label="Rows">
      <Tabs
        // Near matches stand beside the others, and on a phone in their place.
        filter={{
          title: 'Rows',
          options: shownOf(first)
            .filter((one) => isPhone || one !== 'near')
            .map((one) => [one, words[one].word] as const),
        }}
        value={isNear ? 'near' : tab}
        onValue={onTab}
        countOf={(one) => formatCount(tallies[one as BankTab].count)}
      />
      {isPhone && <TabSum tab={isNear ? 'near' : tab} tallies={tallies} />}
      {isNear ? null : tab === 'exact' ? (
        <ExactMatches
          {...{ id, listing, mayDecide, empty }}
          fileName={statement?.fileName ?? keptCredits}
          total={tallies.exact.count}
        />
      ) : (
        <>
          <MatchTable tab={tab} listing={listing} empty={empty} />
          <footer className={styles.foot}>{foot}</footer>
        </>
      )}
    </section>
  )
  return (
    <>
      {!isPhone && <Sums page={first} />}
      {isCut && (
        <Notice tone="warn">Too many requests to compare at once. Exact and near matches may be missing.</Notice>
      )}
      {isPhone ? (
        <>
          {rows}
          {isNear && nears}
        </>
      ) : (
        <SideBySide wide side={nears}>
          {rows}
        </SideBySide>
      )}
    </>
  )
}

/** The rows of a file against the requests of this moment. */
export function Result({ id, mayDecide, onClose }: ResultProps): ReactNode {
  const [query, setQuery] = useSearchParams()
  const tab = listTabs.find((one) => one === query.get('tab')) ?? 'exact'
  const result = useReadBankMatchesInfiniteQuery({ id, tab })
  const listing = listingOf(result, ({ rows }) => rows)
  const first = (result.currentData ?? result.data)?.pages[0]
  if (first === undefined) return <NotMatched listing={listing} onClose={onClose} />
  const { statement, tallies } = first
  // A statement with debits only opens with the payouts.
  const hasCredits = order.some((one) => one !== 'other' && tallies[one].count > 0)
  const usual = hasCredits || tallies.other.count === 0 ? 'deposits' : 'payouts'
  const chosen = query.get('side')
  const side = statement === null ? 'deposits' : (chosen ?? usual)
  const show = (next: Record<string, string>): void => setQuery({ id, ...next }, { replace: true })
  return (
    <>
      <FileHead {...{ id, statement, side, mayDecide, onClose }} />
      {statement !== null && (
        <Row>
          <Tabs filter={sideFilter} value={side} onValue={(value) => show({ side: value })} />
        </Row>
      )}
      {side === 'payouts' ? (
        <PayoutMatches id={id} mayDecide={mayDecide} />
      ) : (
        // The near matches are asked for once the others are there, because both at once would be matched twice.
        <Credits
          {...{ id, first, tab, listing, mayDecide }}
          onTab={(value) => show({ ...(chosen && { side: chosen }), ...(value !== 'exact' && { tab: value }) })}
        />
      )}
    </>
  )
}
