import { codeDigits } from '@kismet/contracts/plain-text'
import type { ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import type { FieldTexts } from './field.tsx'
import { Field } from './field.tsx'
import styles from './code-field.module.css'

/** A one-time code in cells: one real input, so that paste, autofill and screen readers work as they do anywhere. */
export function CodeField({
  ref,
  code,
  name,
  onCode,
  length,
  autoFocus = false,
  ...texts
}: FieldTexts & {
  ref?: Ref<HTMLInputElement>
  code: string
  name: string
  onCode: (code: string) => void
  length: number
  autoFocus?: boolean
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
            onChange={(event) => onCode(codeDigits(event.target.value).slice(0, length))}
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
