import { decideDeposit } from '@kismet/contracts'
import { IconButton } from '@kismet/ui/controls/button.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronUp from 'lucide-react/icons/chevron-up'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { formatMoment } from '../../core/format/time.ts'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { useShortcuts } from '../../core/keyboard/use-shortcuts.ts'
import { selectIsOffline } from '@kismet/app-kit/live/connection-slice.ts'
import { StatusTag } from '@kismet/ui/feedback/tag.tsx'
import type { AdminDeposit } from '../../entities/queue/deposits-api.ts'
import { mayCall, roleText, rolesOf, rolesText } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useAppSelector } from '../../core/store.ts'
import { DecisionBar } from './decision-bar.tsx'
import type { DecisionEvent } from './decision.ts'
import { eventOfKey, isFreeWhileClosed } from './decision.ts'
import { DepositFacts } from './deposit-facts.tsx'
import type { ProofShelf } from './proof-shelf.ts'
import { ProofView } from './proof-view.tsx'
import { shortId } from './reference.ts'
import type { Decision } from './use-decision.ts'
import styles from './deposit-detail.module.css'

const deciders = rolesText(rolesOf(decideDeposit.route)).toLowerCase()

/** Who decided, when, and with which reason. */
function Decided({ deposit }: { deposit: AdminDeposit }): ReactNode {
  const { status, decidedBy, decidedAt, amount, adminReason } = deposit
  return (
    <>
      <b className="strong">
        {decidedBy ?? 'Somebody'} {status} this
      </b>{' '}
      {decidedAt !== null && `at ${formatMoment(decidedAt)}, `}
      {formatRupees(amount)}
      {adminReason !== null && `: “${adminReason}”`}.{' '}
      <span className="desk">
        Press <Kbd>J</Kbd> for the next.
      </span>
    </>
  )
}

/** Why nothing can be decided here now; null when it can. */
function useClosed(deposit: AdminDeposit, left: boolean, isListed: boolean): ReactNode {
  const { role } = useAdmin()
  const isOffline = useAppSelector(selectIsOffline)
  if (deposit.status !== 'pending') return <Decided deposit={deposit} />
  if (left) return 'This request does not wait in this list any more.'
  if (!isListed) return 'This request is not in the list that is shown, so it is not decided here.'
  if (!mayCall(decideDeposit.route, role)) return `${roleText(role)}: requests are decided by ${deciders}.`
  if (isOffline) return 'Offline: approve and reject are off until the connection is back.'
  return null
}

interface DepositDetailProps {
  deposit: AdminDeposit
  left: boolean
  isListed: boolean
  others: readonly AdminDeposit[]
  decision: Decision
  shelf: ProofShelf
  nowMs: number
  /** Place among the rows, such as '2 of 7'. */
  place: string | null
  onMove: (step: 1 | -1) => void
  onBack: () => void
}

function Head({
  deposit,
  place,
  onMove,
  onBack,
}: Pick<DepositDetailProps, 'deposit' | 'place' | 'onMove' | 'onBack'>): ReactNode {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button of the last decision is gone; reading goes on with this request.
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true })
  }, [deposit._id])
  return (
    <header className={styles.head}>
      <IconButton icon={ChevronLeft} size="s" label="Back to the list" className="phone" onClick={onBack} />
      <h2 ref={title} tabIndex={-1}>
        Deposit <span className="mono mute">{shortId(deposit._id)}</span>
      </h2>
      <StatusTag status={deposit.status} />
      <span className={styles.move}>
        {place !== null && <span className="small mute desk">{place}</span>}
        <IconButton icon={ChevronUp} size="s" label="Previous (K)" onClick={() => onMove(-1)} />
        <IconButton icon={ChevronDown} size="s" label="Next (J)" onClick={() => onMove(1)} />
      </span>
    </header>
  )
}

/** The request that is open: proof left and large, facts right, the decision below. */
export function DepositDetail(props: DepositDetailProps): ReactNode {
  const { deposit, left, isListed, others, decision, shelf, nowMs, onBack } = props
  const closed = useClosed(deposit, left, isListed)
  const copy = useRef<HTMLSpanElement>(null)
  const isTaken = (event: DecisionEvent): boolean => closed === null || isFreeWhileClosed(event)
  const on = (event: DecisionEvent): void => {
    if (isTaken(event)) decision.on(event)
  }
  useShortcuts((key) => {
    const event = eventOfKey(decision.step, key)
    if (event && isTaken(event)) on(event)
    else if (key === 'C') copy.current?.querySelector('button')?.click()
    else if (key === 'Escape') onBack()
    else return false
    return true
  })
  return (
    <article className={styles.detail} aria-label="Selected request">
      <Head {...props} />
      <div className={styles.body}>
        <ProofView key={deposit._id} deposit={deposit} shelf={shelf} />
        <DepositFacts deposit={deposit} others={others} nowMs={nowMs} copyRef={copy} />
      </div>
      <DecisionBar deposit={deposit} step={decision.step} on={on} closed={closed} />
    </article>
  )
}
