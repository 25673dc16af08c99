import type { DayRange, RangePreset } from '@kismet/contracts'
import { addDays, dayOf, daysOfPreset, rangePresets } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import type { ReactNode } from 'react'
import { formatDate } from './format/time.ts'
import { Pick } from './table/pick.tsx'
import { useServerNow } from './use-now.ts'
import styles from './table/table-bar.module.css'

interface DateFieldProps {
  label: string
  /** The label is read aloud only, because the field stands beside its words. */
  isBare?: boolean
  type?: 'date' | 'month' | 'datetime-local'
  required?: boolean
  min?: string | undefined
  max?: string | undefined
  value: string
  /** Gets each possible value; an empty text if the field may be empty. */
  onValue: (value: string) => void
}

/** A field for a day, a month or a minute. The browser brings the calendar and its keys. */
export function DateField({ label, isBare = false, type = 'date', onValue, ...field }: DateFieldProps): ReactNode {
  return (
    <label className={styles.pick}>
      <span className={textClass(isBare && 'sr')}>{label}</span>
      <input
        {...field}
        type={type}
        onChange={({ target }) => {
          if (target.validity.valid) onValue(target.value)
        }}
      />
    </label>
  )
}

interface RangePickProps {
  /** What the range is of, such as 'Asked'. */
  title: string
  /** The names of the ranges. */
  words: Readonly<Record<string, string>>
  /** One of `words`, or 'own'. */
  choice: string
  onChoice: (choice: string) => void
  /** The fields of an own range. */
  children: ReactNode
}

/** A range by its name, or by its two ends. */
export function RangePick({ title, words, choice, onChoice, children }: RangePickProps): ReactNode {
  return (
    <Row wrap gap={2} role="group" aria-label={`${title}: days`}>
      <Pick title={title} value={choice} onValue={onChoice} variant={choice === 'any' ? undefined : 'on'}>
        {Object.entries({ ...words, own: 'Custom range' }).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </Pick>
      {choice === 'own' && children}
    </Row>
  )
}

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
  title: string
  days: DayRange
  /** The list is never without a range. */
  isBound?: boolean
  onDays: (days: DayRange) => void
}

/** Chooses days of India, by a preset or one by one. */
export function DateRange({ title, days, isBound = false, onDays }: DateRangeProps): ReactNode {
  const today = dayOf(useServerNow(60_000))
  const choose = (value: string): void => {
    const preset = rangePresets.find((one) => one === value)
    if (preset !== undefined) onDays(daysOfPreset(preset, today))
    else onDays(value === 'own' ? { from: addDays(today, 1 - ownDays), to: today } : {})
  }
  const field = (name: keyof DayRange, label: string, limits: { min?: string | undefined; max: string }): ReactNode => (
    <DateField
      {...{ label, ...limits }}
      required={isBound}
      value={days[name] ?? ''}
      onValue={(day) => onDays({ ...days, [name]: day === '' ? undefined : day })}
    />
  )
  return (
    <RangePick
      title={title}
      words={isBound ? words : { any: 'Any time', ...words }}
      choice={choiceOf(days, today)}
      onChoice={choose}
    >
      {field('from', 'From', { max: days.to ?? today })}
      {field('to', 'To', { min: days.from, max: today })}
    </RangePick>
  )
}

/** The days in words: from 21 Nov 2026 to 28 Nov 2026. */
export function daysText({ from, to }: DayRange): string {
  if (from === undefined) return to === undefined ? 'any time' : `until ${formatDate(to)}`
  return from === to
    ? `on ${formatDate(from)}`
    : `from ${formatDate(from)}${to === undefined ? '' : ` to ${formatDate(to)}`}`
}
