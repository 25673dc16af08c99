import { codeDigits } from '@kismet/contracts/plain-text'
import type { ReactNode, Ref } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../class-names.ts'
import type { FieldTexts } from './field.tsx'
import { Field } from './field.tsx'
import styles from './code-field.module.css'

/**
 * A one-time code in cells: one real input, so that paste, autofill and screen readers work as they do anywhere. `submits`: the
 * last digit sends the form.
 */
export function CodeField({
  ref,
  code,
  name,
  onCode,
  length,
  autoFocus = false,
  submits = false,
  ...texts
}: FieldTexts & {
  ref?: Ref<HTMLInputElement>
  code: string
  name: string
  onCode: (code: string) => void
  length: number
  autoFocus?: boolean
  submits?: boolean
}): ReactNode {
  return (
    <Field {...texts}>
      {(ties) => (
        <div className={styles.code}>
          <input
            {...ties}
            ref={ref}
            name={name}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus={autoFocus}
            value={code}
            onChange={({ target }) => {
              const next = codeDigits(target.value).slice(0, length)
              // The form must know the whole code when it is sent.
              flushSync(() => onCode(next))
              if (submits && next.length === length && next !== code) target.form?.requestSubmit()
            }}
          />
          <div className={classNames(styles.cells, Boolean(texts.error) && styles.bad)} aria-hidden="true">
            {Array.from({ length }, (_, at) => (
              <span key={at} className={classNames(at === Math.min(code.length, length - 1) && styles.at)}>
                {code[at]}
              </span>
            ))}
          </div>
        </div>
      )}
    </Field>
  )
}
