import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './meter.module.css'

/** A progress bar: `ticks` has ten marks, `line` is thin, `gold` counts money, `near` warns. `value` and `max` share a unit. */
export function Meter({
  label,
  value,
  max,
  valueText,
  variant = 'ticks',
}: {
  label: string
  value: number
  max: number
  valueText: string
  variant?: 'ticks' | 'line' | 'gold' | 'near'
}): ReactNode {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      className={classNames(
        variant === 'ticks' ? styles.ticks : styles.line,
        variant === 'gold' && styles.gold,
        variant === 'near' && styles.near,
      )}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(Math.max(value, 0), max)}
      aria-valuetext={valueText}
    >
      <i style={{ width: `${share * 100}%` }} />
    </div>
  )
}
