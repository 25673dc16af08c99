import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { FieldTexts } from './field.tsx'
import { Field, FieldBox } from './field.tsx'
import styles from './field.module.css'

/** What the quick buttons do; the caller knows the limits and the balance. */
export interface QuickAmounts {
  onHalf: () => void
  onDouble: () => void
  onMax: () => void
}

interface AmountFieldProps extends FieldTexts {
  /** What stands in the input, as typed. */
  text: string
  onText: (text: string) => void
  onBlur?: () => void
  /** A stake has all three, a withdrawal has Max. */
  quick?: Partial<QuickAmounts> & Pick<QuickAmounts, 'onMax'>
  /** A bet is on: the amount stays where it is and cannot change. */
  locked?: boolean
  name?: string
}

/** An amount of rupees, with Half, Double and Max inside of its edge. */
export function AmountField({
  text,
  onText,
  onBlur,
  quick,
  locked = false,
  name,
  ...texts
}: AmountFieldProps): ReactNode {
  return (
    <Field {...texts}>
      {(ties) => (
        <FieldBox bad={Boolean(texts.error)} locked={locked} ends={quick !== undefined}>
          <span className={styles.currency} aria-hidden="true">
            ₹
          </span>
          <input
            {...ties}
            name={name}
            className={classNames(styles.large)}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            value={text}
            readOnly={locked}
            onChange={(event) => onText(event.target.value)}
            onBlur={onBlur}
          />
          {quick && (
            <div className={styles.quick}>
              {quick.onHalf && (
                <button type="button" disabled={locked} aria-label={t`Half`} onClick={quick.onHalf}>
                  ½
                </button>
              )}
              {quick.onDouble && (
                <button type="button" disabled={locked} aria-label={t`Double, 2×`} onClick={quick.onDouble}>
                  2×
                </button>
              )}
              <button type="button" disabled={locked} onClick={quick.onMax}>
                {t`Max`}
              </button>
            </div>
          )}
        </FieldBox>
      )}
    </Field>
  )
}
