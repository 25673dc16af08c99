import { asCallError } from '@kismet/app-kit/call-error.ts'
import type { HintKind, OrOther, Output, RequestKind } from '@kismet/contracts'
import { limits, requestHints } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import type { Tone } from '@kismet/ui/feedback/tone.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import Check from 'lucide-react/icons/check'
import ClockAlert from 'lucide-react/icons/clock-alert'
import Images from 'lucide-react/icons/images'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../core/api.ts'
import { errorDetail } from '../../core/error-text.ts'
import { formatDay } from '../../core/format/time.ts'
import { requestPath } from '../../core/paths.ts'
import { StaleNote } from '../../core/table/stale-note.tsx'
import { standingOf } from '../../core/table/standing.ts'
import { fromContract } from '../session/from-contract.ts'
import { reasonsText, secondAdminText } from './second-admin.ts'
import styles from './facts.module.css'

const { useRequestHintsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    requestHints: build.query({ ...fromContract(requestHints), providesTags: ['Hints'] }),
  }),
})

type Insight = Output<typeof requestHints>
type Hint = Insight['hints'][number]

interface Look {
  /** Absent for `other`, a kind that only a newer release knows. */
  readonly of?: RequestKind
  readonly tone: Extract<Tone, 'bad' | 'warn' | 'info'>
  readonly icon: Glyph
  readonly title: string
  /** LazyText once it was looked for and not found. */
  readonly passed?: string
}

const newDays = limits.requests.accountNewMs / 86_400_000

/** Red before amber before blue. A hint of a kind that this page does not know can be as serious as a red hint. */
const looks: Readonly<Record<OrOther<HintKind>, Look>> = {
  bank_amount_differs: {
    of: 'deposit',
    tone: 'bad',
    icon: TriangleAlert,
    title: 'The bank has another amount for this UTR',
  },
  bank_row_returned: {
    of: 'deposit',
    tone: 'bad',
    icon: TriangleAlert,
    title: 'The bank returned the payment with this UTR',
  },
  bank_row_used: {
    of: 'deposit',
    tone: 'bad',
    icon: TriangleAlert,
    title: 'The payment with this UTR was credited for another request',
  },
  utr_rejected_before: {
    of: 'deposit',
    tone: 'bad',
    icon: TriangleAlert,
    title: 'Same UTR in another request',
    passed: 'UTR in no other request',
  },
  same_proof: {
    of: 'deposit',
    tone: 'bad',
    icon: Images,
    title: 'Same image seen before',
    passed: 'no identical image seen before',
  },
  other: { tone: 'bad', icon: TriangleAlert, title: 'Unknown hint: reload the page' },
  payer_unknown: {
    of: 'deposit',
    tone: 'warn',
    icon: UserPlus,
    title: 'Paid from a name that the player has not saved',
  },
  similar_proof: { of: 'deposit', tone: 'warn', icon: Images, title: 'Nearly the same image seen before' },
  account_of_others: {
    of: 'withdrawal',
    tone: 'bad',
    icon: Users,
    title: 'Account also used by another player',
    passed: 'on one player only',
  },
  account_new: {
    of: 'withdrawal',
    tone: 'warn',
    icon: ClockAlert,
    title: 'New account',
    passed: `account older than ${newDays} days`,
  },
  account_changed: { of: 'withdrawal', tone: 'warn', icon: ClockAlert, title: 'Account changed lately' },
  account_waited: {
    of: 'withdrawal',
    tone: 'warn',
    icon: ClockAlert,
    title: 'Account saved on a new device or after a password reset',
  },
  no_deposit: { of: 'withdrawal', tone: 'warn', icon: TriangleAlert, title: 'The player never deposited' },
  no_play_since_deposit: {
    of: 'withdrawal',
    tone: 'warn',
    icon: TriangleAlert,
    title: 'No bets since the last deposit',
  },
  little_play_since_deposit: {
    of: 'withdrawal',
    tone: 'warn',
    icon: TriangleAlert,
    title: 'Few bets since the last deposit',
    passed: 'last deposit was staked',
  },
  low_risk_play: { of: 'withdrawal', tone: 'warn', icon: TriangleAlert, title: 'Bets almost without risk' },
  first_withdrawal: { of: 'withdrawal', tone: 'info', icon: UserPlus, title: 'First withdrawal' },
}
const kinds = Object.keys(looks) as OrOther<HintKind>[]

/** What more a hint has to say. */
function detailOf(hint: OrOther<HintKind>, { account, payer, play }: Insight): string | null {
  const before = (instant: string): string => formatDay(instant)
  switch (hint) {
    case 'payer_unknown':
      return `The bank's row is from ${payer ?? 'another name'}.`
    case 'account_new':
      return account && `Added ${before(account.addedAt)}`
    case 'account_changed':
      return account && `Changed ${before(account.changedAt)}`
    case 'no_deposit':
      return play && `${formatRupees(play.staked)} staked in all`
    case 'no_play_since_deposit':
    case 'little_play_since_deposit':
      if (play === null || play.depositedAt === null) return null
      return `${formatRupees(play.staked)} staked since ${formatRupees(play.deposited)} on ${before(play.depositedAt)}`
    case 'low_risk_play':
      return (
        play &&
        `${formatRupees(play.lowRiskStaked)} of ${formatRupees(play.staked)} came back within a tenth of the stake`
      )
    default:
      return null
  }
}

/** The requests that a hint is about, each a way to it. */
function Related({ requests }: Pick<Hint, 'requests'>): ReactNode {
  const [first, ...others] = requests.map(({ kind, _id, user, amount, status, createdAt }) => (
    <Link key={_id} className={textClass('link')} to={kind === 'other' ? '' : requestPath(kind, _id, 'all')}>
      {formatRupees(amount)} of {user.email}, {status}, {formatDay(createdAt)}
    </Link>
  ))
  if (first === undefined) return null
  return (
    <span className={styles.related}>
      {first}
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          {others}
        </details>
      )}
    </span>
  )
}

/** What of the hints could not be looked for. */
function Unknown({ unknown }: Pick<Insight, 'unknown'>): ReactNode {
  if (unknown.length === 0) return null
  return (
    <Notice tone="warn">
      <b>Could not be checked</b>
      <br />
      {unknown.map((hint) => looks[hint].title).join(', ')}
    </Notice>
  )
}

function Passed({ insight: { kind, hints, payer, onlyReader, unknown, play } }: { insight: Insight }): ReactNode {
  const told = [...hints.map(({ hint }) => hint), ...unknown]
  const isPlayKnown = play !== null && play.depositedAt !== null && !told.includes('no_play_since_deposit')
  const passed = kinds.flatMap((hint) => {
    const { of, passed: words } = looks[hint]
    const isLooked = hint !== 'little_play_since_deposit' || isPlayKnown
    const isAlike = hint === 'same_proof' && told.includes('similar_proof')
    return words !== undefined && of === kind && isLooked && !isAlike && !told.includes(hint) ? [words] : []
  })
  if (typeof payer === 'string' && !told.includes('payer_unknown')) passed.push(`paid by ${payer}`)
  if (typeof onlyReader === 'string') passed.push(`only ${onlyReader} has uploaded the bank row`)
  return (
    <ul className={styles.checks}>
      {passed.map((words) => (
        <li key={words}>
          <Icon of={Check} size="s" />
          {words}
        </li>
      ))}
    </ul>
  )
}

/** Why an approval takes two admins, before one is given. */
function SecondAdmin({ insight: { secondAdminReasons = [] } }: { insight: Insight }): ReactNode {
  if (secondAdminReasons.length === 0) return null
  return (
    <Notice tone="info" icon={Users}>
      <b>Two admins must approve this</b>
      <span className={styles.related}>Why: {reasonsText(secondAdminReasons)}.</span>
    </Notice>
  )
}

/** What speaks for a closer look, gravest first, and what was looked at and is as it should be. */
export function RiskHints({ id }: { id: string }): ReactNode {
  const result = useRequestHintsQuery({ id })
  const { currentData: insight, error, isFetching, refetch } = result
  if (!insight && error)
    return (
      <Notice tone="warn">
        <b>The risk hints are not available.</b> {errorDetail(asCallError(error))}{' '}
        <Button busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    )
  if (!insight) return <Skeleton variant="table" rows={2} label="Loading hints" />
  return (
    <div className={styles.hints}>
      <StaleNote text="Failed to refresh the risk hints." listing={standingOf(result)} />
      <SecondAdmin insight={insight} />
      {kinds.flatMap((kind) => {
        const { tone, icon, title } = looks[kind]
        const detail = detailOf(kind, insight)
        const told = insight.hints.filter(({ hint }) => hint === kind)
        return told.map(({ requests }, nth) => (
          <Notice key={`${kind} ${nth}`} tone={tone} icon={icon}>
            <b>{title}</b>
            {detail !== null && <span className={styles.related}>{detail}</span>}
            <Related requests={requests} />
          </Notice>
        ))
      })}
      <Unknown unknown={insight.unknown} />
      <Passed insight={insight} />
    </div>
  )
}

/** The names of the serious risk hints, loaded again on each mount, or a text that they are not available. */
export function GraveHints({ id }: { id: string }): ReactNode {
  const { currentData: insight, error } = useRequestHintsQuery({ id }, { refetchOnMountOrArgChange: true })
  if (!insight)
    return <b className={styles.related}>{error ? 'The risk hints are not available.' : 'Loading the risk hints.'}</b>
  const grave = insight.hints.map(({ hint }) => looks[hint]).filter(({ tone }) => tone === 'bad')
  const words = [...grave.map(({ title }) => title), ...(error ? ['The risk hints are stale'] : [])]
  const needs = secondAdminText(insight.secondAdminReasons ?? [])
  if (words.length === 0 && needs === '') return null
  return <b className={styles.related}>{[...words.map((word) => `${word}.`), needs].join(' ').trim()}</b>
}

const sums = [
  ['deposits', 'Deposited'],
  ['withdrawals', 'Withdrawn'],
] as const

/** What the player has asked for in all: what was approved, and how much waits or was rejected. */
export function PlayerHistory({ id }: { id: string }): ReactNode {
  const { currentData: insight } = useRequestHintsQuery({ id })
  if (!insight) return null
  const { history, account } = insight
  return (
    <dl className={styles.sums}>
      {sums.map(([kind, word]) => {
        const { approved, pending, rejected } = history[kind]
        return (
          <div key={kind}>
            <dt>{word}</dt>
            <dd>{formatRupees(approved.amount)}</dd>
            <dd className={textClass('mute')}>
              {approved.count} approved, {pending.count} waiting, {rejected.count} rejected
            </dd>
          </div>
        )
      })}
      <div>
        <dt>First request</dt>
        <dd>{formatDay(history.firstRequestAt)}</dd>
        {account && <dd className={textClass('mute')}>account of {formatDay(account.addedAt)}</dd>}
      </div>
    </dl>
  )
}
