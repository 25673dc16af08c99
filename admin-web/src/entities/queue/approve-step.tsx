import type { Paise } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { amountText, formatRupees } from '@kismet/ui/format/money.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { KeyboardEvent, ReactNode } from 'react'
import { useId } from 'react'
import { useClickGuard } from '../../core/use-click-guard.ts'
import type { DecisionEvent, Step, TypedAmount, TypedReference } from './decision.ts'
import { amountProblem, arrivedPaise } from './decision.ts'
import { GraveHints } from './insight.tsx'
import type { QueueRequest } from './request.ts'
import { useFirstFocus } from './use-first-focus.ts'
import styles from './decision-bar.module.css'

type On = (event: DecisionEvent) => void

interface ApproveProps {
  on: On
  /** As in `DecisionBar`. The fields stay, so that typed keys go into them. */
  closed: ReactNode
  request: QueueRequest
  word: string
  step: Extract<Step, { at: 'approving' }>
  /** An approval of the asked amount is the first of two; null while that is not known. */
  isFirstOfAsked: boolean | null
  /** What is asked before an amount is sent. */
  question: (amount: Paise, isFirst: boolean | null) => ReactNode
}

/** The bank's reference of the payment, or that the bank gave no reference. */
function ReferenceField({ paid, on }: { paid: TypedReference; on: On }): ReactNode {
  const field = useFirstFocus<HTMLInputElement>()
  const { text, isNone, problem } = paid
  const problemId = useId()
  return (
    <Form className={classNames(styles.own, styles.reference)} onSubmit={() => on({ type: 'send' })}>
      <input
        ref={field}
        aria-label="Bank reference (UTR) of the payment"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        placeholder="Bank reference (UTR); the player reads this"
        maxLength={40}
        autoComplete="off"
        disabled={isNone}
        value={text}
        onChange={(event) => on({ type: 'refer', text: event.target.value, isNone })}
      />
      <label>
        <input
          type="checkbox"
          checked={isNone}
          onChange={(event) => on({ type: 'refer', text, isNone: event.target.checked })}
        />{' '}
        The bank gave no reference
      </label>
      {problem !== null && (
        <p id={problemId} className={textClass('loss')} role="alert">
          {problem}
        </p>
      )}
    </Form>
  )
}

/** The amount that arrived, if the player asked for another. */
function AmountField({ arrived, asked, on }: { arrived: TypedAmount; asked: Paise; on: On }): ReactNode {
  const problem = amountProblem(arrived, asked)
  const problemId = useId()
  return (
    <Form className={classNames(styles.own, styles.amount)} onSubmit={() => on({ type: 'send' })}>
      <label>
        Another amount arrived: ₹
        <input
          inputMode="decimal"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          placeholder={amountText(asked)}
          maxLength={12}
          autoComplete="off"
          value={arrived.text}
          onChange={(event) => on({ type: 'amount', text: event.target.value })}
        />
      </label>
      {problem !== null && (
        <p id={problemId} className={textClass('loss')} role="alert">
          {problem}
        </p>
      )}
    </Form>
  )
}

/** A held Enter sends no form and presses no button, so that each sending is a press of its own. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

/** What is asked before an approval is sent. */
export function ApproveStep({ request, word, step, isFirstOfAsked, question, on, closed }: ApproveProps): ReactNode {
  const { _id, amount: asked } = request
  const { paid, arrived } = step
  const read = arrived && arrivedPaise(arrived)
  const amount = read ?? asked
  // The risk hints judge the asked amount only. The server judges the amount that arrived.
  const isFirst = amount === asked ? isFirstOfAsked : null
  const isMeant = useClickGuard()
  const button = useFirstFocus<HTMLButtonElement>()
  return (
    <footer
      className={classNames(styles.bar, styles.asked)}
      role="group"
      aria-label="Approve this request?"
      onKeyDown={ignoreHeldEnter}
    >
      <p className={styles.ask}>
        <Icon of={TriangleAlert} size="s" />
        <span>
          {closed ?? (
            <>
              {read !== null && question(amount, isFirst)}
              <GraveHints id={_id} isAsked={amount === asked} />
            </>
          )}
        </span>
      </p>
      {arrived && <AmountField arrived={arrived} asked={asked} on={on} />}
      {paid !== null && <ReferenceField paid={paid} on={on} />}
      <div className={styles.acts}>
        <Button kind="bare" onClick={() => on({ type: 'back' })}>
          Back <Kbd>Esc</Kbd>
        </Button>
        <Button
          ref={paid === null ? button : null}
          kind="primary"
          icon={Check}
          disabled={closed !== null || read === null}
          onClick={(event) => isMeant(event) && on({ type: 'send' })}
        >
          {isFirst ? 'First approval of' : word} {read !== null && formatRupees(amount)}
          {amount !== asked && ' (what arrived)'} <Kbd>Enter</Kbd>
        </Button>
      </div>
    </footer>
  )
}
