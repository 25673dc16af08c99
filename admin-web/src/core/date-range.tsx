import { Row } from '@kismet/ui/layout/layout.tsx'
import type { ReactNode } from 'react'
import styles from './table/table-bar.module.css'

/** Two days of India and all between them: 2026-11-15 and 2026-11-21. */
export interface Days {
  readonly from: string
  readonly to: string
}

interface DateRangeProps {
  label: string
  days: Days
  /** The first and the last day that can be chosen. */
  within: Days
  onDays: (days: Days) => void
}

/** Chooses a range of days. The browser brings the calendar and its keys. */
export function DateRange({ label, days, within, onDays }: DateRangeProps): ReactNode {
  const field = (name: keyof Days, word: string, min: string, max: string): ReactNode => (
    <label className={styles.pick}>
      {word}
      <input
        type="date"
        required
        min={min}
        max={max}
        value={days[name]}
        onChange={({ target }) => target.validity.valid && onDays({ ...days, [name]: target.value })}
      />
    </label>
  )
  return (
    <Row wrap gap={2} role="group" aria-label={label}>
      {field('from', 'From', within.from, days.to)}
      {field('to', 'To', days.from, within.to)}
    </Row>
  )
}
