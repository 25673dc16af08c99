import { asCallError } from '@kismet/app-kit/call-error.ts'
import type { HintKind, OrOther, Output, Paise, RequestKind } from '@kismet/contracts'
import { limits, readyReasons, requestHints } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import type { Tone } from '@kismet/ui/feedback/tone.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import Check from 'lucide-react/icons/check'
import ClockAlert from 'lucide-react/icons/clock-alert'
import Images from 'lucide-react/icons/images'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorDetail } from '../../core/error-text.ts'
import { formatDay } from '../../core/format/time.ts'
import { requestPath } from '../../core/paths.ts'
import { StaleNote } from '../../core/table/stale-note.tsx'
import { standingOf } from '../../core/table/standing.ts'
import { queryOf } from '../session/from-contract.ts'
import { BankHint, bankText } from './bank-hint.tsx'
import type { QueueRequest } from './request.ts'
import { reasonsText, secondAdminText } from './second-admin.ts'
import styles from './facts.module.css'

const useHints = queryOf(requestHints, ['Hints'])

type Insight = Output<typeof requestHints>
type Hint = Insight['hints'][number]

interface Look {
  /** Absent for `other`, a kind that only a newer release knows. */
  readonly of?: RequestKind
  readonly tone: Extract<Tone, 'bad' | 'warn' | 'info'>
  readonly icon: Glyph
  readonly title: string
  /** The words once it was looked for and not found. */
  readonly passed?: string | undefined
}

const lookOf =
  (of: RequestKind) =>
  (tone: Look['tone'], icon: Glyph, title: string, passed?: string): Look => ({ of, tone, icon, title, passed })
const deposit = lookOf('deposit')
const withdrawal = lookOf('withdrawal')
const newDays = limits.requests.accountNewMs / 86_400_000

/** Red before amber before blue. A hint of a kind that this page does not know can be as serious as a red hint. */
const looks: Readonly<Record<OrOther<HintKind>, Look>> = {
  bank_amount_differs: deposit('bad', TriangleAlert, 'The bank has another amount'),
  bank_row_returned: deposit('bad', TriangleAlert, 'The bank returned the payment'),
  bank_row_used: deposit('bad', TriangleAlert, 'The payment with this UTR was credited for another request'),
  utr_rejected_before: deposit('bad', TriangleAlert, 'Same UTR in another request', 'UTR in no other request'),
  same_proof: deposit('bad', Images, 'Same image seen before', 'no identical image seen before'),
  other: { tone: 'bad', icon: TriangleAlert, title: 'Unknown hint: reload the page' },
  payer_unknown: deposit('warn', UserPlus, 'Paid from a name that the player has not saved'),
  similar_proof: deposit('warn', Images, 'Nearly the same image seen before'),
  account_of_others: withdrawal('bad', Users, 'Account also used by another player', 'on one player only'),
  account_new: withdrawal('warn', ClockAlert, 'New account', `account older than ${newDays} days`),
  account_changed: withdrawal('warn', ClockAlert, 'Account changed lately'),
  account_waited: withdrawal('warn', ClockAlert, 'Account saved on a new device or after a password reset'),
  withdraw_password_reset: withdrawal('warn', ClockAlert, 'Withdraw password was reset by mail'),
  no_deposit: withdrawal('warn', TriangleAlert, 'The player never deposited'),
  no_play_since_deposit: withdrawal('warn', TriangleAlert, 'No bets since the last deposit'),
  little_play_since_deposit: withdrawal(
    'warn',
    TriangleAlert,
    'Few bets since the last deposit',
    'last deposit was staked',
  ),
  low_risk_play: withdrawal('warn', TriangleAlert, 'Bets almost without risk'),
  first_withdrawal: withdrawal('info', UserPlus, 'First withdrawal'),
}
const kinds = Object.keys(looks) as OrOther<HintKind>[]

/** Hints in short, gravest first. */
export const HintTags = ({ hints }: { hints: readonly OrOther<HintKind>[] }): ReactNode =>
  kinds
    .filter((kind) => hints.includes(kind))
    .map((kind) => (
      <Tag key={kind} tone={looks[kind].tone} icon={looks[kind].icon}>
        {looks[kind].title}
      </Tag>
    ))

/** What more a hint has to say. */
function detailOf(hint: OrOther<HintKind>, { kind, account, bank, payer, play }: Insight): string | null {
  switch (hint) {
    case 'bank_amount_differs':
      return bankText(bank)
    case 'bank_row_returned':
      if (kind === 'deposit') return null
      return `${bankText(bank) ?? ''} Reject returns the money on hold to the player. Or pay again, and enter the new reference.`.trim()
    case 'payer_unknown':
      return `The bank's row is from ${payer ?? 'another name'}.`
    case 'account_new':
      return account && `Added ${formatDay(account.addedAt)}`
    case 'account_changed':
      return account && `Changed ${formatDay(account.changedAt)}`
    case 'no_deposit':
      return play && `${formatRupees(play.staked)} staked in all`
    case 'no_play_since_deposit':
    case 'little_play_since_deposit':
      if (play === null || play.depositedAt === null) return null
      return `${formatRupees(play.staked)} staked since ${formatRupees(play.deposited)} on ${formatDay(play.depositedAt)}`
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

/** What was checked, each in words for its outcome. */
export const CheckList = ({ checks }: { checks: readonly { holds: boolean; words: string }[] }): ReactNode => (
  <ul className={styles.checks}>
    {checks.map(({ holds, words }) => (
      <li key={words} className={holds ? undefined : styles.wrong}>
        <Icon of={holds ? Check : TriangleAlert} size="s" />
        {words}
      </li>
    ))}
  </ul>
)

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
  const checks = passed.map((words) => ({ holds: true, words }))
  const own =
    typeof onlyReader === 'string' ? [{ holds: false, words: `only ${onlyReader} has uploaded the bank row` }] : []
  return <CheckList checks={[...checks, ...own]} />
}

/** Why an approval takes two admins, before one is given. */
function SecondAdmin({ insight: { secondAdminReasons = [], bank } }: { insight: Insight }): ReactNode {
  if (secondAdminReasons.length === 0) return null
  return (
    <Notice tone="info" icon={Users}>
      <b>Two admins must approve {bank?.says === 'amount' ? 'the asked amount' : 'this'}</b>
      <span className={styles.related}>Why: {reasonsText(secondAdminReasons)}.</span>
    </Notice>
  )
}

/** What speaks for a closer look, gravest first, and what was looked at and is as it should be. */
export function RiskHints({ id }: { id: string }): ReactNode {
  const result = useHints({ id })
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
      <BankHint bank={insight.bank} />
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

/** That the bank has a row, beside a rejection that says that the UTR was not found. */
export function RowIsThere({ id, reason }: { id: string; reason: string | undefined }): ReactNode {
  const bank = useHints({ id }).currentData?.bank
  if (reason !== readyReasons.deposit[0] || !bank?.row) return null
  return (
    <Notice tone="warn" icon={TriangleAlert} news>
      <b>The bank row is there.</b> {bankText(bank)}
    </Notice>
  )
}

/** The amount of the bank row of a deposit in paise, if the player asked for another; null while it is not known. */
export function useBankAmount(id: string): Paise | null {
  const bank = useHints({ id }).currentData?.bank
  return bank?.says === 'amount' ? (bank.row?.amount ?? null) : null
}

/** Whether an approval of the asked amount is the first of two now; null while that is not known. */
export function useIsFirstApproval({ _id, firstApproval, needsFirstApproval = false }: QueueRequest): boolean | null {
  const insight = useHints({ id: _id }).currentData
  if (firstApproval !== null || needsFirstApproval) return firstApproval === null
  return insight ? (insight.secondAdminReasons ?? []).length > 0 : null
}

/** The names of the serious risk hints, loaded again on each mount, or a text that they are not available. `isAsked`: the approval is of the asked amount, which the reasons for a second admin are about. */
export function GraveHints({ id, isAsked }: { id: string; isAsked: boolean }): ReactNode {
  const { currentData: insight, error } = useHints({ id }, { refetchOnMountOrArgChange: true })
  if (!insight)
    return <b className={styles.related}>{error ? 'The risk hints are not available.' : 'Loading the risk hints.'}</b>
  const grave = insight.hints.map(({ hint }) => looks[hint]).filter(({ tone }) => tone === 'bad')
  const words = [...grave.map(({ title }) => title), ...(error ? ['The risk hints are stale'] : [])]
  const needs = isAsked ? secondAdminText(insight.secondAdminReasons ?? []) : ''
  if (words.length === 0 && needs === '') return null
  return <b className={styles.related}>{[...words.map((word) => `${word}.`), needs].join(' ').trim()}</b>
}

/** What the player has asked for in all: what was approved, and how much waits or was rejected. */
export function PlayerHistory({ id }: { id: string }): ReactNode {
  const { currentData: insight } = useHints({ id })
  if (!insight) return null
  const { history, account } = insight
  const row = (name: string, value: string, detail: string | null) => ({
    name,
    value: (
      <>
        {value}
        {detail !== null && <span className={classNames(styles.related, textClass('mute'))}>{detail}</span>}
      </>
    ),
  })
  const sum = (name: string, { approved, pending, rejected }: typeof history.deposits) =>
    row(
      name,
      formatRupees(approved.amount),
      `${approved.count} approved, ${pending.count} waiting, ${rejected.count} rejected`,
    )
  return (
    <KeyValues
      variant="lines"
      rows={[
        sum('Deposited', history.deposits),
        sum('Withdrawn', history.withdrawals),
        row('First request', formatDay(history.firstRequestAt), account && `account of ${formatDay(account.addedAt)}`),
      ]}
    />
  )
}
