import type { DayRange, RangePreset } from '@kismet/contracts'
import { addDays, dayOf, daysOfPreset, rangePresets } from '@kismet/contracts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import type { ReactNode } from 'react'
import { formatDate } from './format/time.ts'
import { Pick } from './table/pick.tsx'
import { useServerNow } from './use-now.ts'
import styles from './table/table-bar.module.css'

const words: Readonly<Record<RangePreset, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-7-days': 'Last 7 days',
  'this-month': 'This month',
  'last-month': 'Last month',
}

/** Days that an own range begins with, today among them. */
const ownDays = 14

/** The preset that has these days; 'own' for other days, and 'any' without days. */
function choiceOf(days: DayRange, today: string): RangePreset | 'any' | 'own' {
  if (days.from === undefined && days.to === undefined) return 'any'
  const isSame = (preset: RangePreset): boolean => {
    const { from, to } = daysOfPreset(preset, today)
    return from === days.from && to === days.to
  }
  return rangePresets.find(isSame) ?? 'own'
}

interface DateRangeProps {
  /** What the days are of, such as 'Asked'. */
  title: string
  days: DayRange
  /** The list is never without a range. */
  isBound?: boolean
  onDays: (days: DayRange) => void
}

/** Chooses days of India, by a preset or one by one. The browser brings the calendar and its keys. */
export function DateRange({ title, days, isBound = false, onDays }: DateRangeProps): ReactNode {
  const today = dayOf(useServerNow(60_000))
  const choice = choiceOf(days, today)
  const choose = (value: string): void => {
    const preset = rangePresets.find((one) => one === value)
    if (preset !== undefined) onDays(daysOfPreset(preset, today))
    else onDays(value === 'own' ? { from: addDays(today, 1 - ownDays), to: today } : {})
  }
  const field = (name: keyof DayRange, word: string, limits: { min?: string | undefined; max: string }): ReactNode => (
    <label className={styles.pick}>
      {word}
      <input
        type="date"
        required={isBound}
        {...limits}
        value={days[name] ?? ''}
        onChange={({ target }) =>
          target.validity.valid && onDays({ ...days, [name]: target.value === '' ? undefined : target.value })
        }
      />
    </label>
  )
  return (
    <Row gap={2} role="group" aria-label={`${title}: days`} className={styles.days}>
      <Pick title={title} value={choice} onValue={choose} variant={choice === 'any' ? undefined : 'on'}>
        {!isBound && <option value="any">Any time</option>}
        {rangePresets.map((preset) => (
          <option key={preset} value={preset}>
            {words[preset]}
          </option>
        ))}
        <option value="own">Custom range</option>
      </Pick>
      {choice === 'own' && (
        <>
          {field('from', 'From', { max: days.to ?? today })}
          {field('to', 'To', { min: days.from, max: today })}
        </>
      )}
    </Row>
  )
}

/** The days in words: from 21 Nov 2026 to 28 Nov 2026. */
export function daysText({ from, to }: DayRange): string {
  if (from === undefined) return to === undefined ? 'any time' : `until ${formatDate(to)}`
  return from === to
    ? `on ${formatDate(from)}`
    : `from ${formatDate(from)}${to === undefined ? '' : ` to ${formatDate(to)}`}`
}
