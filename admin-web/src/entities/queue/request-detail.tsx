import type { Claim, Paise } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button, IconButton } from '@kismet/ui/controls/button.tsx'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { amountText, formatRupees } from '@kismet/ui/format/money.ts'
import { selectIsOffline } from '@kismet/app-kit/live/connection-slice.ts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Hand from 'lucide-react/icons/hand'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { formatDay } from '../../core/format/time.ts'
import { useShortcuts } from '../../core/keyboard/use-shortcuts.ts'
import type { OnShortcut } from '../../core/keyboard/use-shortcuts.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { toastShown } from '../notices/notices-slice.ts'
import { mayCall, roleText, rolesOf, rolesText } from '../session/roles.ts'
import { useAdmin } from '../session/use-session.ts'
import { DecisionBar } from './decision-bar.tsx'
import type { DecisionEvent } from './decision.ts'
import { choicesOf, eventOfKey, isFreeWhileClosed, withKnown } from './decision.ts'
import { useBankAmount, useIsFirstApproval } from './insight.tsx'
import { shortId } from './reference.ts'
import type { QueuePort, QueueRequest } from './request.ts'
import { EvidenceLink } from '../page/evidence-link.tsx'
import { currentClaim, useClaim } from './use-claim.ts'
import type { Open, RequestQueue } from './use-request-queue.ts'
import styles from './request-detail.module.css'

/** What the body of a request is drawn from. */
export interface BodyProps<Request> {
  request: Request
  /** Other requests of the player. */
  others: readonly Request[]
  nowMs: number
  /** While rejecting, digit keys choose a reason and have no other meaning. */
  isRejecting: boolean
}

/** A request that is open, at its queue. */
export interface DetailProps<Request extends QueueRequest> {
  queue: RequestQueue<Request>
  open: Open<Request>
}

interface ClaimTagProps {
  claim: Claim
  isMine: boolean
  /** Null if this admin may not decide the request. */
  onTakeOver: (() => void) | null
}

/** The claim of a request, with a button to take over the claim of another admin. */
function ClaimTag({ claim: { by }, isMine, onTakeOver }: ClaimTagProps): ReactNode {
  return (
    <>
      <span className={classNames(styles.claim, isMine && styles.mine)} role="status">
        {isMine ? (
          <b>You are working on this</b>
        ) : (
          <span>
            claimed by <b>{by}</b>
          </span>
        )}
      </span>
      {!isMine && onTakeOver && (
        <Button icon={Hand} onClick={onTakeOver}>
          Take over
        </Button>
      )}
    </>
  )
}

/** Who decided, when, and with which reason. */
function Decided({ request, reason }: { request: QueueRequest; reason: string | null }): ReactNode {
  const { status, decidedBy, decidedAt, amount } = request
  return (
    <>
      <b className={textClass('strong')}>
        {decidedBy ?? 'Somebody'} {status} this
      </b>{' '}
      {decidedAt !== null && `on ${formatDay(decidedAt)}, `}
      {formatRupees(amount)}
      {reason !== null && `: “${reason}”`}.{' '}
      <span className={textClass('desk')}>
        Press <Kbd>J</Kbd> for the next.
      </span>
    </>
  )
}

/** Why this admin cannot decide the request now, or null. Claims of other admins do not count here. */
function useClosed<Request extends QueueRequest>(
  { port: { deciding, reasonOf }, areTicked }: RequestQueue<Request>,
  { request, left, isListed }: Open<Request>,
): ReactNode {
  const { role } = useAdmin()
  const isOffline = useAppSelector(selectIsOffline)
  if (areTicked) return 'The decision is about the ticked requests.'
  if (request.status !== 'pending') return <Decided request={request} reason={reasonOf(request)} />
  if (left) return 'This request is no longer pending.'
  if (!isListed) return 'This request is outside of the current filter. Change the filter to decide it.'
  if (!mayCall(deciding, role))
    return `${roleText(role)}: decisions need the role ${rolesText(rolesOf(deciding)).toLowerCase()}.`
  if (isOffline) return 'Offline: approve and reject are off until the connection is back.'
  return null
}

/** Tells that a key of a decision came before the next request was open. */
function useLostKeys(isBetween: boolean): OnShortcut {
  const dispatch = useAppDispatch()
  return (key) => {
    const isLost = isBetween && (key === 'A' || key === 'R')
    if (isLost)
      dispatch(toastShown('bad', `The key ${key} came too early`, 'Press it again when the next request is open.'))
    return isLost
  }
}

/** What an approval of the request takes: the bank's reference, or the amount that arrived, which begins with what is known of it. */
function useApproval<Request extends QueueRequest>(
  { approving, takesAmount = false }: QueuePort<Request>,
  request: Request,
): { asksReference: boolean; asked: Paise; arrived?: string } {
  const bankAmount = useBankAmount(request._id)
  const isFirst = useIsFirstApproval(request)
  const { asksReference = false } = approving?.(isFirst) ?? {}
  const amount = request.firstApproval?.amount ?? bankAmount
  return {
    asksReference,
    asked: request.amount,
    ...(takesAmount && { arrived: amount === null ? '' : amountText(amount) }),
  }
}

interface HeadProps<Request extends QueueRequest> extends DetailProps<Request> {
  claim: ReactNode
  onBack: () => void
}

function Head<Request extends QueueRequest>(props: HeadProps<Request>): ReactNode {
  const { queue, open, claim, onBack } = props
  const { listing, move, port } = queue
  const { _id, status } = open.request
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button of the last decision is gone; reading goes on with this request.
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true })
  }, [_id])
  const at = listing.rows.findIndex(({ request }) => request._id === _id)
  return (
    <header className={styles.head}>
      <IconButton
        icon={ChevronLeft}
        size="s"
        label="Back to the list"
        className={textClass('phone')}
        onClick={onBack}
      />
      <h2 ref={title} tabIndex={-1}>
        {port.noun} <span className={textClass('mono', 'mute')}>{shortId(_id)}</span>
      </h2>
      <StatusTag status={status} />
      <span className={textClass('desk')}>
        <EvidenceLink kind={port.kind} id={_id} />
      </span>
      {claim}
      <span className={styles.move}>
        {at !== -1 && (
          <span className={textClass('small', 'mute', 'desk', 'nowrap')}>
            {at + 1} of {listing.rows.length}
            {listing.more && '+'}
          </span>
        )}
        <IconButton icon={ChevronUp} size="s" label="Previous (K)" onClick={() => move(-1)} />
        <IconButton icon={ChevronDown} size="s" label="Next (J)" onClick={() => move(1)} />
      </span>
    </header>
  )
}

/** The request that is open: what it is about, and the decision below. */
export function RequestDetail<Request extends QueueRequest>(
  props: DetailProps<Request> & { body: (props: BodyProps<Request>) => ReactNode },
): ReactNode {
  const { queue, open, body } = props
  const { port, decision, others, nowMs, isPhone, isQueue, state } = queue
  const { request } = open
  const { _id: adminId, username } = useAdmin()
  const shut = useClosed(queue, open)
  const claim = request.status === 'pending' ? currentClaim(request, nowMs) : null
  const othersClaim = claim?.adminId === adminId ? null : claim
  const payoutOfOthers = shut === null ? (port.closedFor?.(request, adminId, nowMs) ?? null) : null
  const closed =
    shut ?? payoutOfOthers ?? (othersClaim && `${othersClaim.by} has claimed this request. You can read it.`)
  // The first of two approvals is no reason against a rejection, but what this waits for is somebody else.
  const isSecondOfOthers = request.firstApproval?.by === username
  const handles = closed === null && !isSecondOfOthers
  const own = useClaim(handles ? request._id : null, request.payout?.adminId === adminId, nowMs)
  const choices = choicesOf(port.reasons)
  const takes = useApproval(port, request)
  const step = withKnown(decision.step, takes)
  const mayReject = port.mayReject?.(request) ?? true
  const isTaken = (event: DecisionEvent): boolean => {
    if (event.type === 'approve') return handles
    if (!mayReject && (event.type === 'reject' || event.type === 'choose')) return false
    return closed === null || isFreeWhileClosed(event)
  }
  const on = (event: DecisionEvent): void => {
    if (!isTaken(event)) return
    if (claim === null && handles) own.claim(request._id)
    decision.on(event.type === 'approve' || event.type === 'send' ? { ...event, ...takes } : event)
  }
  const tellLost = useLostKeys(step.at === 'sending' || (open.left && !queue.areTicked))
  const onBack = isPhone || !isQueue ? () => state.open(null) : () => undefined
  useShortcuts((key) => {
    const event = eventOfKey(step, key, choices)
    if (event && isTaken(event)) on(event)
    else if (key === 'Escape') onBack()
    else return tellLost(key)
    return true
  })
  return (
    <article className={styles.detail} aria-label="Selected request">
      <Head
        queue={queue}
        open={open}
        onBack={onBack}
        claim={
          claim && (
            <ClaimTag
              claim={claim}
              isMine={othersClaim === null}
              onTakeOver={shut === null && !isSecondOfOthers ? () => own.takeOver(request._id) : null}
            />
          )
        }
      />
      <div className={styles.body}>{body({ request, others, nowMs, isRejecting: step.at === 'rejecting' })}</div>
      <DecisionBar
        port={port}
        request={request}
        step={step}
        on={on}
        closed={closed}
        approvalIsOthers={isSecondOfOthers}
        mayReject={mayReject}
        isForTicked={queue.areTicked}
      />
    </article>
  )
}
