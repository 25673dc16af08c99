import { classNames } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import type { MouseEvent, ReactNode, RefObject, SubmitEvent } from 'react'
import { useEffect, useRef } from 'react'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { isWriting } from '../../core/keyboard/keys.ts'
import type { AdminDeposit } from '../../entities/queue/deposits-api.ts'
import type { DecisionEvent, Step } from './decision.ts'
import type { ChosenReason } from './reasons.ts'
import { isOther, reasonMaxLength, reasonText, reasonWords } from './reasons.ts'
import styles from './decision-bar.module.css'

type On = (event: DecisionEvent) => void
type Rejecting = Extract<Step, { at: 'rejecting' }>
type OnItsWay = Extract<Step, { verdict: object }>

const slipMs = 400

/** The second click of a double click is a slip: a button that has just come takes a pointer only after a moment. Keys are meant. */
function useNoSlip(): (event: MouseEvent) => boolean {
  const sinceMs = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    sinceMs.current = performance.now()
  }, [])
  return ({ detail }) => detail === 0 || performance.now() - sinceMs.current >= slipMs
}

/** Gives the focus to what has just come, but never takes it from a field that somebody writes in: a step that was begun earlier comes back by itself. */
function useFirstFocus<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null)
  useEffect(() => {
    if (!isWriting(document.activeElement)) target.current?.focus()
  }, [])
  return target
}

interface ReasonsProps {
  chosen: ChosenReason | null
  armed: boolean
  off?: boolean
  on: On
}

function Reasons({ chosen, armed, off = false, on }: ReasonsProps): ReactNode {
  return (
    <div className={styles.reasons} role="group" aria-label="Reason for a rejection; the player reads it" inert={off}>
      {reasonWords.map((words, place) => (
        <button
          key={words}
          type="button"
          className={classNames(styles.reason, armed && styles.keyed)}
          aria-pressed={chosen?.place === place}
          onClick={() => on({ type: 'choose', place })}
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
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    on({ type: 'send' })
  }
  return (
    <form className={styles.own} onSubmit={onSubmit}>
      <input
        ref={field}
        aria-label="Reason, in your own words; the player reads it"
        placeholder="The player reads this"
        maxLength={reasonMaxLength}
        autoComplete="off"
        value={reason.own}
        onChange={(event) => on({ type: 'write', own: event.target.value })}
      />
    </form>
  )
}

interface AskedProps {
  on: On
  /** Why nothing can be decided now. The step stays all the same: what is being typed goes on into its field, and nowhere else. */
  closed: ReactNode
}

function RejectStep({ step: { reason }, on, closed }: { step: Rejecting } & AskedProps): ReactNode {
  const isMeant = useNoSlip()
  const isOff = closed !== null
  const text = reasonText(reason)
  const hasBegun = reason.place !== null
  // Only R itself leads to the button: where a reason is there already a space must not press it.
  const bar = useFirstFocus<HTMLElement>()
  const button = useFirstFocus<HTMLButtonElement>()
  return (
    <footer ref={hasBegun && !isOther(reason) ? bar : null} tabIndex={-1} className={styles.bar}>
      <Reasons chosen={reason} armed off={isOff} on={on} />
      {isOther(reason) && <OwnWords reason={reason} on={on} />}
      {isOff ? (
        <p role="status">{closed}</p>
      ) : (
        !isOther(reason) && (
          <p>
            {text === undefined ? 'No reason: the player reads none. ' : `The player reads: “${text}”. `}
            <span className="desk">
              <Kbd>Enter</Kbd> rejects, <Kbd>Esc</Kbd> goes back.
            </span>
          </p>
        )
      )}
      <div className={styles.acts}>
        <Button kind="bare" className="phone" onClick={() => on({ type: 'back' })}>
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
        <Button kind="primary" icon={Check} className="desk" disabled>
          Approve <Kbd>A</Kbd>
        </Button>
      </div>
    </footer>
  )
}

function ApproveStep({ deposit: { amount, user }, on, closed }: { deposit: AdminDeposit } & AskedProps): ReactNode {
  const isMeant = useNoSlip()
  const button = useFirstFocus<HTMLButtonElement>()
  return (
    <footer className={classNames(styles.bar, styles.asked)} role="group" aria-label="Approve this request?">
      <p className={styles.ask}>
        <Icon of={TriangleAlert} size="s" />
        <span>
          {closed ?? (
            <>
              <b>Is the money in the bank?</b> {formatRupees(amount)} goes to {user.email} at once.
            </>
          )}
        </span>
      </p>
      <div className={styles.acts}>
        <Button kind="bare" onClick={() => on({ type: 'back' })}>
          Back <Kbd>Esc</Kbd>
        </Button>
        <Button
          ref={button}
          kind="primary"
          icon={Check}
          disabled={closed !== null}
          onClick={(event) => isMeant(event) && on({ type: 'send' })}
        >
          Approve {formatRupees(amount)} <Kbd>Enter</Kbd>
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
          ? `Unclear, checking: no answer has come yet. You can go on; whether it is ${verdict.status} is told when it is known.`
          : 'The decision is sent once. Wait for the answer.'}
      </p>
      <div className={styles.acts}>
        <Button kind={approves ? 'primary' : 'danger'} busy disabled>
          {at === 'checking' ? 'Checking…' : approves ? 'Approving…' : 'Rejecting…'}
        </Button>
      </div>
    </footer>
  )
}

function Closed({ why }: { why: ReactNode }): ReactNode {
  return (
    <footer className={styles.bar}>
      <p>{why}</p>
      <div className={styles.acts}>
        <Button kind="danger" icon={X} disabled>
          Reject <Kbd>R</Kbd>
        </Button>
        <Button kind="primary" icon={Check} disabled>
          Approve <Kbd>A</Kbd>
        </Button>
      </div>
    </footer>
  )
}

interface DecisionBarProps {
  deposit: AdminDeposit
  step: Step
  on: On
  /** Why nothing can be decided now; null when it can. */
  closed: ReactNode
}

/** The two decisions, always in view. Each takes two steps and is sent once. */
export function DecisionBar({ deposit, step, on, closed }: DecisionBarProps): ReactNode {
  if ('verdict' in step) return <SendingStep step={step} />
  if (step.at === 'approving') return <ApproveStep deposit={deposit} on={on} closed={closed} />
  if (step.at === 'rejecting') return <RejectStep step={step} on={on} closed={closed} />
  if (closed !== null) return <Closed why={closed} />
  return (
    <footer className={styles.bar}>
      <Reasons chosen={null} armed={false} on={on} />
      <p className="desk">
        Approve asks once more. <Kbd>R</Kbd> then <Kbd>1</Kbd> to <Kbd>6</Kbd> adds a reason, which the player reads.
      </p>
      <div className={styles.acts}>
        <Button kind="danger" icon={X} onClick={() => on({ type: 'reject' })}>
          Reject <Kbd>R</Kbd>
        </Button>
        <Button kind="primary" icon={Check} onClick={() => on({ type: 'approve' })}>
          Approve <Kbd>A</Kbd>
        </Button>
      </div>
    </footer>
  )
}
