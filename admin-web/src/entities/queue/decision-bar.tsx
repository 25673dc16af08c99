import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Form } from '@kismet/ui/controls/form.tsx'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { useClickGuard } from '../../core/use-click-guard.ts'
import { ApproveStep } from './approve-step.tsx'
import type { ChosenReason, DecisionEvent, Step } from './decision.ts'
import { choicesOf, isOther, reasonMaxLength, reasonText } from './decision.ts'
import { RowIsThere, useIsFirstApproval } from './insight.tsx'
import type { QueuePort, QueueRequest } from './request.ts'
import { useFirstFocus } from './use-first-focus.ts'
import styles from './decision-bar.module.css'

type On = (event: DecisionEvent) => void
type Rejecting = Extract<Step, { at: 'rejecting' }>
type OnItsWay = Extract<Step, { verdict: object }>

interface ReasonsProps {
  ready: readonly string[]
  chosen: ChosenReason | null
  armed: boolean
  off?: boolean
  on: On
}

function Reasons({ ready, chosen, armed, off = false, on }: ReasonsProps): ReactNode {
  return (
    <div className={styles.reasons} role="group" aria-label="Reason for the rejection; the player reads it" inert={off}>
      {choicesOf(ready).map((words, place) => (
        <button
          key={words}
          type="button"
          className={classNames(styles.reason, armed && styles.keyed)}
          aria-pressed={chosen?.choice === words}
          onClick={() => on({ type: 'choose', choice: words })}
        >
          {armed && <Kbd>{String(place + 1)}</Kbd>}
          {words}
        </button>
      ))}
    </div>
  )
}

function OwnWords({ reason, on }: { reason: ChosenReason; on: On }): ReactNode {
  const field = useFirstFocus<HTMLInputElement>()
  return (
    <Form className={styles.own} onSubmit={() => on({ type: 'send' })}>
      <input
        ref={field}
        aria-label="Reason, in your own words; the player reads it"
        placeholder="The player reads this"
        maxLength={reasonMaxLength}
        autoComplete="off"
        value={reason.own}
        onChange={(event) => on({ type: 'write', own: event.target.value })}
      />
    </Form>
  )
}

interface AskedProps {
  on: On
  /** Why no decision is possible now. The step stays open, so that typed keys go into its field and trigger no shortcut. */
  closed: ReactNode
}

function RejectStep({
  id,
  step: { reason },
  ready,
  on,
  closed,
}: { id: string; step: Rejecting; ready: readonly string[] } & AskedProps): ReactNode {
  const isMeant = useClickGuard()
  const isOff = closed !== null
  const text = reasonText(reason)
  const hasBegun = reason.choice !== null
  // Only R itself leads to the button: where a reason is there already a space must not press it.
  const bar = useFirstFocus<HTMLElement>()
  const button = useFirstFocus<HTMLButtonElement>()
  return (
    <footer ref={hasBegun && !isOther(reason) ? bar : null} tabIndex={-1} className={styles.bar}>
      <Reasons ready={ready} chosen={reason} armed off={isOff} on={on} />
      {isOther(reason) && <OwnWords reason={reason} on={on} />}
      <RowIsThere id={id} reason={text} />
      {isOff ? (
        <p role="status">{closed}</p>
      ) : (
        !isOther(reason) && (
          <p>
            {text === undefined ? 'Without a reason. ' : `The player reads: “${text}”. `}
            <span className={textClass('desk')}>
              <Kbd>Enter</Kbd> rejects, <Kbd>Esc</Kbd> goes back.
            </span>
          </p>
        )
      )}
      <div className={styles.acts}>
        <Button kind="bare" className={textClass('phone')} onClick={() => on({ type: 'back' })}>
          Back
        </Button>
        <Button
          ref={hasBegun ? null : button}
          kind="danger"
          className={styles.full}
          icon={X}
          disabled={isOff}
          onClick={(event) => isMeant(event) && on({ type: 'send' })}
        >
          Reject <Kbd>Enter</Kbd>
        </Button>
        <Button kind="primary" icon={Check} className={textClass('desk')} disabled>
          Approve <Kbd>A</Kbd>
        </Button>
      </div>
    </footer>
  )
}

function SendingStep({ step: { at, verdict } }: { step: OnItsWay }): ReactNode {
  const approves = verdict.status === 'approved'
  return (
    <footer className={styles.bar}>
      <p role="status">
        {at === 'checking'
          ? `Checking: no answer yet. You can continue. A message will say whether the request was ${verdict.status}.`
          : 'The decision is being sent. Wait for the answer.'}
      </p>
      <div className={styles.acts}>
        <Button kind={approves ? 'primary' : 'danger'} busy disabled>
          {at === 'checking' ? 'Checking…' : approves ? 'Approving…' : 'Rejecting…'}
        </Button>
      </div>
    </footer>
  )
}

interface DecisionBarProps<Request extends QueueRequest> {
  port: QueuePort<Request>
  request: Request
  step: Step
  on: On
  /** Why no decision is possible now, or null. */
  closed: ReactNode
  /** This admin gave the first of two approvals: another admin must give the second. */
  approvalIsOthers: boolean
  mayReject: boolean
  /** Decisions are about other requests, with buttons of their own. */
  isForTicked: boolean
}

/** The two decisions, always visible. Each decision takes two steps and is sent once. */
export function DecisionBar<Request extends QueueRequest>(props: DecisionBarProps<Request>): ReactNode {
  const { port, request, step, on, closed, approvalIsOthers, mayReject } = props
  const { reasons } = port
  const isFirstOfAsked = useIsFirstApproval(request)
  const { word = 'Approve' } = port.approving?.(isFirstOfAsked) ?? {}
  if ('verdict' in step) return <SendingStep step={step} />
  if (props.isForTicked)
    return (
      <footer className={styles.bar}>
        <p role="status">{closed}</p>
      </footer>
    )
  if (step.at === 'approving')
    return (
      <ApproveStep
        {...{ request, word, on, closed, step, isFirstOfAsked }}
        question={(amount, isFirst) => port.question({ ...request, amount }, isFirst)}
      />
    )
  if (step.at === 'rejecting')
    return <RejectStep key={request._id} id={request._id} step={step} ready={reasons} on={on} closed={closed} />
  const isOff = closed !== null
  return (
    <footer className={styles.bar}>
      {!isOff && mayReject && <Reasons ready={reasons} chosen={null} armed={false} on={on} />}
      <p className={textClass(!isOff && !approvalIsOthers && mayReject && 'desk')}>
        {closed ?? (
          <>
            {approvalIsOthers
              ? 'You gave the first approval. Another admin must give the second.'
              : port.remark(request)}
            {mayReject && (
              <>
                {' '}
                <Kbd>R</Kbd> then <Kbd>1</Kbd> to <Kbd>{String(choicesOf(reasons).length)}</Kbd> adds a reason, which
                the player reads.
              </>
            )}
          </>
        )}
      </p>
      <div className={styles.acts}>
        <Button kind="danger" icon={X} disabled={isOff || !mayReject} onClick={() => on({ type: 'reject' })}>
          Reject <Kbd>R</Kbd>
        </Button>
        <Button
          kind="primary"
          icon={Check}
          disabled={isOff || approvalIsOthers}
          onClick={() => on({ type: 'approve' })}
        >
          {isOff || request.firstApproval === null ? word : `${word} as second`} <Kbd>A</Kbd>
        </Button>
      </div>
    </footer>
  )
}
