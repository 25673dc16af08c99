import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './meter.module.css'

/** How much of something is done: on a scale of ten marks, or as a thin line, in the colour of money where it is `gold`, `near` its end in that of a warning. `value` and `max` share a unit; `valueText` says them in words. */
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
