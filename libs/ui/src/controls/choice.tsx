import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './choice.module.css'

/** A value of a choice and its label. */
export interface Option<Value extends string> {
  value: Value
  label: ReactNode
}

interface ChoiceProps<Value extends string> {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean
}

const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Arrow keys move the choice and the focus. Only the chosen option is in the tab order, or the first option without a choice. */
function onArrow<Value extends string>(event: KeyboardEvent, { options, value, onChange }: ChoiceProps<Value>): void {
  const step = steps[event.key]
  if (step === undefined || !(event.currentTarget instanceof HTMLElement)) return
  event.preventDefault()
  const chosenAt = options.findIndex((option) => option.value === value)
  const at = chosenAt === -1 && step === -1 ? 0 : chosenAt
  const next = (at + step + options.length) % options.length
  const chosen = options[next]
  if (!chosen) return
  onChange(chosen.value)
  event.currentTarget.querySelectorAll('button')[next]?.focus()
}

function Buttons<Value extends string>({
  role,
  of,
  ...props
}: ChoiceProps<Value> & { role: 'tab' | 'radio'; of?: string }): ReactNode {
  const stop = props.options.find(({ value }) => value === props.value) ?? props.options[0]
  return props.options.map(({ value, label }) => {
    const on = value === props.value
    return (
      <button
        key={value}
        type="button"
        role={role}
        id={of && `${of}-${value}`}
        aria-controls={of && on ? `${of}-panel` : undefined}
        aria-selected={role === 'tab' ? on : undefined}
        aria-checked={role === 'radio' ? on : undefined}
        tabIndex={value === stop?.value ? 0 : -1}
        disabled={props.disabled}
        onClick={() => props.onChange(value)}
      >
        {label}
      </button>
    )
  })
}

/** A segmented control. `dense` fits five options on a phone. */
export function Segmented<Value extends string>(props: ChoiceProps<Value> & { dense?: boolean }): ReactNode {
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className={classNames(styles.seg, props.dense && styles.dense)}
      onKeyDown={(event) => onArrow(event, props)}
    >
      <Buttons {...props} role="radio" />
    </div>
  )
}

/** Tabs: `seg` fills a row, `line` is underlined, `tag` is the small pair of game modes. The `TabPanel` has the same `of`. */
export function Tabs<Value extends string>({
  variant,
  of,
  ...props
}: ChoiceProps<Value> & { variant: 'seg' | 'line' | 'tag'; of: string }): ReactNode {
  const variants = { seg: styles.seg, line: styles.tabs, tag: styles.tags }
  return (
    <div
      role="tablist"
      aria-label={props.label}
      className={classNames(variants[variant])}
      onKeyDown={(event) => onArrow(event, props)}
    >
      <Buttons {...props} of={of} role="tab" />
    </div>
  )
}

/** The class of `tag` tabs for links, each to a page of its own. */
export const tagsClass: string = classNames(styles.tags)

/** The panel of the chosen tab. It has no box, so its children are in the surrounding layout. */
export function TabPanel({ of, value, children }: { of: string; value: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles.panel} role="tabpanel" id={`${of}-panel`} aria-labelledby={`${of}-${value}`}>
      {children}
    </div>
  )
}

/** A checkbox with a label. */
export function Checkbox({
  checked,
  onChange,
  children,
  name,
  disabled,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  name?: string
  disabled?: boolean
}): ReactNode {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}

/** A switch with an immediate effect. */
export function Switch({
  label,
  checked,
  onChange,
  disabled = false,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}): ReactNode {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-label={label}
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    />
  )
}
