import type { DayRange, RangePreset } from '@kismet/contracts'
import { addDays, Day, dayOf, daysOfPreset, rangePresets } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { DateInput } from '@kismet/ui/controls/date-input.tsx'
import { Options } from '@kismet/ui/controls/text-field.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import type { ComponentProps, ReactNode } from 'react'
import { formatDate } from './format/time.ts'
import { Pick } from './table/pick.tsx'
import { useServerNow } from './use-now.ts'
import styles from './table/table-bar.module.css'

interface DateFieldProps extends ComponentProps<typeof DateInput> {
  label: string
  /** The label is read aloud only, because the field stands beside its words. */
  isBare?: boolean
}

/** A field for a day, a month or a minute. */
export function DateField({ label, isBare = false, ...input }: DateFieldProps): ReactNode {
  return (
    <label className={styles.pick}>
      <span className={textClass(isBare && 'sr')}>{label}</span>
      <DateInput {...input} />
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
        <Options of={Object.entries({ ...words, own: 'Custom range' })} />
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

/** Days of a list. Days of a preset move with the day of today; other days stay. */
export interface ChosenDays extends DayRange {
  readonly preset?: RangePreset | undefined
}

/** The preset of this name; undefined without one. */
const presetOf = (name: string | null): RangePreset | undefined => rangePresets.find((one) => one === name)

/** The days of an address: of its preset as of today, else from its first to its last day. */
export function readDays(params: URLSearchParams, today: string): ChosenDays {
  const preset = presetOf(params.get('days'))
  const dayIn = (name: keyof DayRange): string | undefined => Day.safeParse(params.get(name)).data
  return preset ? { preset, ...daysOfPreset(preset, today) } : { from: dayIn('from'), to: dayIn('to') }
}

/** The same days as fields of an address. */
export function daysInAddress({
  preset,
  from,
  to,
}: ChosenDays): Readonly<Record<'days' | 'from' | 'to', string | null>> {
  return preset ? { days: preset, from: null, to: null } : { days: null, from: from ?? null, to: to ?? null }
}

interface DateRangeProps {
  title: string
  days: ChosenDays
  /** The list is never without a range. */
  isBound?: boolean
  onDays: (days: ChosenDays) => void
}

/** Chooses days of India, by a preset or one by one. */
export function DateRange({ title, days, isBound = false, onDays }: DateRangeProps): ReactNode {
  const today = dayOf(useServerNow(60_000))
  const isAny = days.from === undefined && days.to === undefined
  const choose = (value: string): void => {
    const preset = presetOf(value)
    if (preset !== undefined) onDays({ preset, ...daysOfPreset(preset, today) })
    else onDays(value === 'own' ? { from: addDays(today, 1 - ownDays), to: today } : {})
  }
  const field = (name: keyof DayRange, label: string, limits: { min?: string | undefined; max: string }): ReactNode => (
    <DateField
      {...{ label, ...limits }}
      required={isBound}
      value={days[name] ?? ''}
      onValue={(day) => onDays({ from: days.from, to: days.to, [name]: day === '' ? undefined : day })}
    />
  )
  return (
    <RangePick
      title={title}
      words={isBound ? words : { any: 'Any time', ...words }}
      choice={days.preset ?? (isAny ? 'any' : 'own')}
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
