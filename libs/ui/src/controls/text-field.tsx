import { t } from '@lingui/core/macro'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { useState } from 'react'
import { classNames, textClass } from '../class-names.ts'
import type { Glyph } from '../icon.tsx'
import { Icon } from '../icon.tsx'
import { IconButton } from './button.tsx'
import type { FieldTexts } from './field.tsx'
import { Field, FieldBox } from './field.tsx'
import styles from './field.module.css'

type InputProps = Omit<ComponentProps<'input'>, 'id' | 'className' | 'aria-invalid' | 'aria-describedby'>

interface TextFieldProps extends FieldTexts, InputProps {
  icon?: Glyph | undefined
  /** A unit after the value: x, %. */
  unit?: string
  /** An amount, with its ₹ before the value. */
  rupees?: boolean
  /** Buttons at the right end. */
  end?: ReactNode
  mono?: boolean
  large?: boolean
  locked?: boolean
}

/** One line of text. */
export function TextField({
  label,
  beside,
  hint,
  error,
  icon,
  unit,
  rupees,
  end,
  mono,
  large,
  locked,
  ...input
}: TextFieldProps): ReactNode {
  return (
    <Field label={label} beside={beside} hint={hint} error={error}>
      {(ties) => (
        <FieldBox bad={Boolean(error)} locked={locked ?? input.readOnly} ends={Boolean(end)}>
          {icon && <Icon of={icon} />}
          {rupees && (
            <span className={styles.currency} aria-hidden="true">
              ₹
            </span>
          )}
          <input
            {...input}
            {...ties}
            className={classNames(textClass(mono && 'mono'), large && styles.large)}
            disabled={locked ?? input.disabled}
          />
          {unit && <span className={styles.unit}>{unit}</span>}
          {end}
        </FieldBox>
      )}
    </Field>
  )
}

/** A password that can be shown; `words` names the two states of the toggle. */
export function PasswordField({
  words = [t`Show password`, t`Hide password`],
  ...props
}: Omit<TextFieldProps, 'type' | 'end'> & { words?: [show: string, hide: string] }): ReactNode {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton icon={shown ? EyeOff : Eye} label={shown ? words[1] : words[0]} onClick={() => setShown(!shown)} />
      }
    />
  )
}

/** Ctrl+Enter or Cmd+Enter sends the form once, also in a dialog, which Enter sends. A form whose button is off is not sent. */
function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
  event.preventDefault()
  event.stopPropagation()
  const { form, readOnly } = event.currentTarget
  // A button that is off or busy has no type submit.
  if (!readOnly && form?.querySelector('[type=submit]:enabled')) form.requestSubmit()
}

/** Several lines of text; `seed` is the low, mono kind for hashes and seeds. */
export function TextArea({
  label,
  hint,
  error,
  seed = false,
  ...area
}: FieldTexts & { seed?: boolean } & Omit<ComponentProps<'textarea'>, 'id' | 'className'>): ReactNode {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ties) => (
        <FieldBox bad={Boolean(error)}>
          <textarea
            onKeyDown={sendByKey}
            {...area}
            {...ties}
            className={classNames(textClass(seed && 'mono'), seed && styles.seed)}
          />
        </FieldBox>
      )}
    </Field>
  )
}

/** A choice from a short list, as the browser draws it. */
export function SelectField({
  label,
  hint,
  error,
  children,
  ...select
}: FieldTexts & Omit<ComponentProps<'select'>, 'id' | 'className'>): ReactNode {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ties) => (
        <FieldBox bad={Boolean(error)}>
          <select {...select} {...ties}>
            {children}
          </select>
          <Icon of={ChevronDown} size="s" />
        </FieldBox>
      )}
    </Field>
  )
}

interface OptionsProps {
  /** Values with their words. A text alone is both. */
  of: readonly (string | readonly [value: string, word: string])[]
}

/** The options of a select. */
export function Options({ of }: OptionsProps): ReactNode {
  return of.map((option) => {
    const [value, word] = typeof option === 'string' ? [option, option] : option
    return (
      <option key={value} value={value}>
        {word}
      </option>
    )
  })
}
