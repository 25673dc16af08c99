import { Row } from '@kismet/ui/layout/layout.tsx'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Copied } from '@kismet/ui/controls/copied.tsx'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import Check from 'lucide-react/icons/check'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Unlink from 'lucide-react/icons/unlink'
import X from 'lucide-react/icons/x'
import type { ReactNode, RefObject } from 'react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { formatDate, formatDay } from '../../core/format/time.ts'
import { KeyLine } from '../../core/keyboard/key-line.tsx'
import { useShortcuts } from '../../core/keyboard/use-shortcuts.ts'
import { Listed } from '../../core/table/listed.tsx'
import type { Listing } from '../../core/table/table.ts'
import { shortId } from '../../entities/queue/reference.ts'
import type { BankMatch } from './bank-api.ts'
import { isPaid, mayDismiss, rejectionOf, useDecideNear } from './decide-near.ts'
import type { Decision } from './decide-near.ts'
import { isOtherAmount, mayApproveNear, nearWords } from './near-words.ts'
import type { Letter } from './near-words.ts'
import { RequestNotes, usePairsNow } from './request-notes.tsx'
import styles from './near-matches.module.css'

/** The words of the button that approves a pair. */
const approvalOf = (match: BankMatch): string =>
  isPaid(match)
    ? 'It is its payment'
    : `Approve ${formatRupees(match.amount)}${isOtherAmount(match) ? ' (what arrived)' : ''}`

/** A reference in groups of four, where it differs from the other one marked; it is copied as it is written. */
function Reference({ letters, text, of }: { letters: readonly Letter[]; text: string | null; of: string }): ReactNode {
  return (
    <p className={styles.reference}>
      {letters.map(({ letter, differs }, at) => (
        <Fragment key={at}>
          {at > 0 && at % 4 === 0 && ' '}
          {differs ? <mark>{letter}</mark> : letter}
        </Fragment>
      ))}{' '}
      {text !== null && <Copied text={text} label={`Copy the UTR of the ${of}`} />}
    </p>
  )
}

interface SideProps {
  /** Whose side it is, and when and where it is from. */
  name: 'bank' | 'request'
  from: string
  letters: readonly Letter[]
  utr: string | null
  amount: number
  differs: boolean
  text: string
}

/** One side of a pair. */
function Side({ name, from, letters, utr, amount, differs, text }: SideProps): ReactNode {
  return (
    <div>
      <h3 className={textClass('cut')}>
        {name === 'bank' ? 'Bank' : 'Request'} <span>{from}</span>
      </h3>
      <Reference letters={letters} text={utr} of={name} />
      <p>
        <b className={classNames(differs && styles.differs)}>{formatRupees(amount)}</b>
      </p>
      <p className={textClass('small', 'mute', 'cut')}>{text}</p>
    </div>
  )
}

interface NearPairProps {
  match: BankMatch
  place: string
  isOpen: boolean
  mayDecide: boolean
  onDecide: (decision: Decision) => void
}

/** A row of the bank beside the request that it may be the payment of: where they differ is marked. */
function NearPair({ match, place, isOpen, mayDecide, onDecide }: NearPairProps): ReactNode {
  const words = nearWords(match)
  const { request, row, day, utr, amount, text } = match
  if (words === null || request === null) return null
  const reason = rejectionOf(match)
  const differs = amount !== request.amount
  return (
    <li className={classNames(styles.near, isOpen && styles.open)} aria-current={isOpen || undefined}>
      <Row as="p" wrap gap={2}>
        <b>{words.title}</b>
        <Tag tone="warn" icon={TriangleAlert}>
          {words.tag}
        </Tag>
        <span className={textClass('small', 'mute', 'push')}>{place}</span>
      </Row>
      <div className={styles.pair}>
        <Side
          {...{ name: 'bank', utr, amount, differs, text, letters: words.atBank }}
          from={`row ${formatCount(row)}, ${formatDate(day)}`}
        />
        <Side
          {...{ name: 'request', utr: request.utr, amount: request.amount, differs, letters: words.asked }}
          from={`${shortId(request._id)}, ${formatDay(request.createdAt)}`}
          text={request.user.email}
        />
      </div>
      <p className={textClass('small')}>{words.why}</p>
      <RequestNotes match={match} />
      {mayDecide && (
        <Row wrap gap={2}>
          {mayApproveNear(match) && (
            <Button icon={Check} onClick={() => onDecide('approve')}>
              {approvalOf(match)} {isOpen && <Kbd>Y</Kbd>}
            </Button>
          )}
          {reason !== undefined && (
            <Button icon={X} onClick={() => onDecide('reject')}>
              Reject: {reason} {isOpen && <Kbd>X</Kbd>}
            </Button>
          )}
          {mayDismiss(match) && (
            <Button icon={Unlink} onClick={() => onDecide('dismiss')}>
              Other payment {isOpen && <Kbd>N</Kbd>}
            </Button>
          )}
        </Row>
      )}
    </li>
  )
}

const keys = [
  [['J', 'K'], 'next, previous'],
  [['Y'], 'approve'],
  [['X'], 'reject'],
  [['N'], 'dismiss'],
] as const

const decisionOf = (key: string, match: BankMatch): Decision | null => {
  if (key === 'Y' && mayApproveNear(match)) return 'approve'
  if (key === 'N' && mayDismiss(match)) return 'dismiss'
  return key === 'X' && rejectionOf(match) !== undefined ? 'reject' : null
}

const glyphs = { approve: Check, reject: X, dismiss: Unlink } as const

/** What is asked of a decision: its title, the verb on its button, and what comes of it. */
function questionOf(match: BankMatch, decision: Decision, email: string): Record<'title' | 'action' | 'comes', string> {
  if (decision === 'reject')
    return {
      title: `Reject the request of ${email}?`,
      action: 'Reject',
      comes: `The player reads “${rejectionOf(match)}”.`,
    }
  if (decision === 'dismiss')
    return {
      title: `Dismiss this pair with the request of ${email}?`,
      action: 'Dismiss',
      comes:
        'This bank row belongs to another payment. The pair leaves this list for ever. No money moves, and the row stays free for another request.',
    }
  return isPaid(match)
    ? {
        title: `Has this row paid for the request of ${email}?`,
        action: approvalOf(match),
        comes: 'No money is credited. The row is linked to this request only.',
      }
    : {
        title: `Approve ${formatRupees(match.amount)} for ${email}?`,
        action: approvalOf(match),
        comes:
          isOtherAmount(match) && match.request !== null
            ? `The player asked for ${formatRupees(match.request.amount)} and is credited ${formatRupees(match.amount)} at once.`
            : 'The player is credited at once.',
      }
}

/** The effect of a decision, the player, the amount and the bank row. */
function Effect({ id, match, comes }: { id: string; match: BankMatch; comes: string }): ReactNode {
  const [now = match] = usePairsNow({ id, tab: 'near' }, [match])
  const { request, amount, row, utr } = match
  if (request === null) return null
  return (
    <>
      <p>
        <b className={textClass('strong')}>{comes}</b> {nearWords(match)?.why}
      </p>
      <RequestNotes match={now} />
      <KeyValues
        variant="lines"
        rows={[
          { name: `Bank, row ${formatCount(row)}`, value: `${utr ?? 'none'}, ${formatRupees(amount)}` },
          { name: `Request ${shortId(request._id)}`, value: `${request.utr}, ${formatRupees(request.amount)}` },
        ]}
      />
    </>
  )
}

interface OpenPair {
  at: number
  step: (by: 1 | -1) => void
  /** Of the pairs. */
  list: RefObject<HTMLOListElement | null>
}

/** The pair that the keys mean. It stays the same while others come and go; only when it has gone the one in its place is meant. Only who moves on is led to it: the rest of the page is read meanwhile. */
function useOpenPair(rows: readonly BankMatch[]): OpenPair {
  const list = useRef<HTMLOListElement>(null)
  const [steps, setSteps] = useState(0)
  const [open, setOpen] = useState({ rowId: '', place: 0 })
  const found = rows.findIndex(({ rowId }) => rowId === open.rowId)
  const within = (place: number): number => Math.max(0, Math.min(rows.length - 1, place))
  const at = found === -1 ? within(open.place) : found
  const openAt = (place: number): void => setOpen({ rowId: rows[place]?.rowId ?? '', place })
  if (rows[at] && (rows[at].rowId !== open.rowId || at !== open.place)) openAt(at)
  useEffect(() => {
    if (steps > 0) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [steps])
  const step = (by: 1 | -1): void => {
    openAt(within(at + by))
    setSteps(steps + 1)
  }
  return { at, step, list }
}

/** Asks before a decision and sends it. The question keeps its pair, even if another pair takes its place in the list. */
function useDecide(id: string): (match: BankMatch, decision: Decision) => void {
  const decideNear = useDecideNear()
  return (match, decision) => {
    if (match.request === null) return
    const { title, action, comes } = questionOf(match, decision, match.request.user.email)
    void confirm({
      ...{ title, action, icon: glyphs[decision], isDangerous: decision === 'reject' },
      body: <Effect id={id} match={match} comes={comes} />,
      run: () => decideNear(match, decision),
    })
  }
}

/** Near matches, side by side, that an admin decides one by one. Each decision needs a confirmation, because it is final. */
export function NearMatches({
  id,
  listing,
  count,
  mayDecide,
}: {
  /** Of the statement. */
  id: string
  listing: Listing<BankMatch>
  /** The number of all near matches, including those that are not loaded. */
  count: number
  mayDecide: boolean
}): ReactNode {
  const { rows } = listing
  const { at, step, list } = useOpenPair(rows)
  const decide = useDecide(id)
  useShortcuts((key) => {
    const match = rows[at]
    if (match === undefined) return false
    if (key === 'J' || key === 'K') step(key === 'J' ? 1 : -1)
    const decision = mayDecide ? decisionOf(key, match) : null
    if (decision !== null) decide(match, decision)
    return key === 'J' || key === 'K' || decision !== null
  })
  return (
    <Panel title="Near" note={`${countText(count, 'row')}, one by one`} flush>
      <Listed
        what="the near matches"
        listing={listing}
        empty={{ icon: CircleCheck, title: 'No near matches' }}
        older="Show more"
      >
        {() => (
          <ol ref={list}>
            {rows.map((match, nth) => (
              <NearPair
                key={match.rowId}
                match={match}
                place={`${nth + 1} of ${count}`}
                isOpen={nth === at}
                mayDecide={mayDecide}
                onDecide={(decision) => decide(match, decision)}
              />
            ))}
          </ol>
        )}
      </Listed>
      {mayDecide && rows.length > 0 && <KeyLine keys={keys} />}
    </Panel>
  )
}
