import CircleAlert from 'lucide-react/icons/circle-alert'
import type { KeyboardEvent, ReactNode } from 'react'
import { useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './field.module.css'

/** The texts of a field: label, hint and error. */
export interface FieldTexts {
  label: ReactNode
  /** At the end of the label line, such as limits or a count. */
  beside?: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** The attributes that connect a control with its label, hint and error. */
export interface ControlTies {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label, a control, and a hint or an error below. Screen readers read out a new error. */
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

/** On a phone, the key Done arrives as Enter, which would send the form. It leaves the field instead. With a mouse, Enter sends. */
function leaveAtDone(event: KeyboardEvent): void {
  const { key, target } = event
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.getAttribute('enterkeyhint') !== 'done') return
  if (window.matchMedia('(hover: hover) and (pointer: fine)').matches) return
  event.preventDefault()
  target.blur()
}

/** The border of a control. The key of `enterKeyHint="done"` leaves the control. */
export function FieldBox({
  bad,
  locked,
  ends,
  children,
}: {
  bad?: boolean | undefined
  locked?: boolean | undefined
  /** Whether there are buttons at the right end. */
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

/** A label for a group of controls. */
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
