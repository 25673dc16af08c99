import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Copied } from '@kismet/ui/controls/copied.tsx'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { formatCount } from '../../core/format/amount.tsx'
import { formatDate, formatDay } from '../../core/format/time.ts'
import { shortId } from '../../entities/queue/reference.ts'
import type { BankMatch } from './bank-api.ts'
import { isPaid, rejectionOf } from './decide-near.ts'
import type { Decision } from './decide-near.ts'
import { mayApproveNear, nearWords } from './near-words.ts'
import type { Letter } from './near-words.ts'
import { RequestNotes } from './request-notes.tsx'
import pageStyles from './bank-statement.module.css'
import styles from './near-matches.module.css'

/** The words of the button that approves a pair. */
export const approvalOf = (match: BankMatch): string =>
  isPaid(match) ? 'It is its payment' : `Approve ${formatRupees(match.amount)}`

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

interface NearPairProps {
  match: BankMatch
  place: string
  isOpen: boolean
  mayDecide: boolean
  onDecide: (decision: Decision) => void
}

/** A row of the bank beside the request that it may be the payment of: where they differ is marked. */
export function NearPair({ match, place, isOpen, mayDecide, onDecide }: NearPairProps): ReactNode {
  const words = nearWords(match)
  const { request } = match
  if (words === null || request === null) return null
  const reason = rejectionOf(match)
  const amounts = match.amount === request.amount ? null : styles.differs
  return (
    <li className={classNames(styles.near, isOpen && styles.open)} aria-current={isOpen || undefined}>
      <p className={styles.nearHead}>
        <b>{words.title}</b>
        <Tag tone="warn" icon={TriangleAlert}>
          {words.tag}
        </Tag>
        <span className={textClass('small', 'mute')}>{place}</span>
      </p>
      <div className={styles.pair}>
        <div>
          <h3>
            Bank{' '}
            <span>
              row {formatCount(match.row)}, {formatDate(match.day)}
            </span>
          </h3>
          <Reference letters={words.atBank} text={match.utr} of="bank" />
          <p className={classNames(styles.amount, amounts)}>{formatRupees(match.amount)}</p>
          <p className={textClass('small', 'mute', 'cut')}>{match.text}</p>
        </div>
        <div>
          <h3>
            Request{' '}
            <span>
              {shortId(request._id)}, {formatDay(request.createdAt)}
            </span>
          </h3>
          <Reference letters={words.asked} text={request.utr} of="request" />
          <p className={classNames(styles.amount, amounts)}>{formatRupees(request.amount)}</p>
          <p className={textClass('small', 'mute', 'cut')}>{request.user.email}</p>
        </div>
      </div>
      <p className={textClass('small')}>{words.why}</p>
      <RequestNotes match={match} />
      {mayDecide && (
        <div className={pageStyles.buttons}>
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
        </div>
      )}
    </li>
  )
}
