import type { ReactNode } from 'react'
import styles from './meter.module.css'

/** How much of something is done, on a scale of ten marks. `value` and `max` share a unit; `valueText` says them in words. */
export function Meter({
  label,
  value,
  max,
  valueText,
}: {
  label: string
  value: number
  max: number
  valueText: string
}): ReactNode {
  const percent = max > 0 ? Math.min(100, (value / max) * 100) : 0
  return (
    <div
      className={styles.ticks}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={valueText}
    >
      <i style={{ width: `${percent}%` }} />
    </div>
  )
}
