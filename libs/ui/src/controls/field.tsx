import CircleAlert from 'lucide-react/icons/circle-alert'
import type { KeyboardEvent, ReactNode } from 'react'
import { useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './field.module.css'

/** What every kind of field has: its name, what may help, and what is wrong with its value. */
export interface FieldTexts {
  label: ReactNode
  /** Stands at the end of the label's line: limits, a count. */
  beside?: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** The attributes that tie a control to its label, hint and error. */
export interface ControlTies {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label above, control, then the hint or, in its place, the error, which is tied to the control and read out when it appears. */
export function Field({
  label,
  beside,
  hint,
  error,
  children,
}: FieldTexts & { children: (ties: ControlTies) => ReactNode }): ReactNode {
  const id = useId()
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  const describedBy = error ? errorId : hint ? hintId : undefined
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {beside}
      </div>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p className={styles.error} id={errorId} role="alert">
          <Icon of={CircleAlert} size="s" />
          {error}
        </p>
      )}
      {hint && !error && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** Done, with which a phone puts its keyboard away, comes as Enter, which would send the form: a bet, a withdrawal. The field is left instead, and settles. Beside a mouse, by the rule that shows the hotkeys, Enter sends. */
function leaveAtDone(event: KeyboardEvent): void {
  const { key, target } = event
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.getAttribute('enterkeyhint') !== 'done') return
  if (window.matchMedia('(hover: hover) and (pointer: fine)').matches) return
  event.preventDefault()
  target.blur()
}

/** The edge around a control; one with `enterKeyHint="done"` is left by that key. */
export function FieldBox({
  bad,
  locked,
  ends,
  children,
}: {
  bad?: boolean | undefined
  locked?: boolean | undefined
  /** Whether buttons stand at the right end. */
  ends?: boolean | undefined
  children: ReactNode
}): ReactNode {
  return (
    <div
      className={classNames(styles.box, bad && styles.bad, locked && styles.locked, ends && styles.ends)}
      onKeyDown={leaveAtDone}
    >
      {children}
    </div>
  )
}

/** A heading for a group of controls that is no single input. */
export function FieldGroup({ label, hint, error, children }: FieldTexts & { children: ReactNode }): ReactNode {
  const id = useId()
  return (
    <div className={styles.field} role="group" aria-labelledby={id}>
      <span className={styles.label} id={id}>
        {label}
      </span>
      {children}
      {error && (
        <p className={styles.error} role="alert">
          <Icon of={CircleAlert} size="s" />
          {error}
        </p>
      )}
      {hint && !error && <p className={styles.hint}>{hint}</p>}
    </div>
  )
}
