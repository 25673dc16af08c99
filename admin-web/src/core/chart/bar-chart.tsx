import { classNames, textClass } from '@kismet/ui/class-names.ts'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useState } from 'react'
import type { Scale } from './scale.ts'
import { heightOf, scaleOf } from './scale.ts'
import styles from './bar-chart.module.css'

/** A place on the axis of time. */
export interface Slot {
  /** In full: 16:00 to 17:00. */
  readonly name: string
  /** Below the axis; null where there is no room for it. */
  readonly tick: string | null
  /** It is not over yet. */
  readonly isRunning: boolean
}

export type BarLook = 'plain' | 'in' | 'out' | 'won' | 'lost'

/** What is drawn of each slot; null where nothing is known, or nothing has happened yet. */
export interface Series {
  readonly name: string
  readonly values: readonly (number | null)[]
  /** Bars in a colour, below zero in another; or a dashed line. */
  readonly look: { readonly above: BarLook; readonly below?: BarLook } | 'line'
  /** Drawn downwards, although its values are not negative. */
  readonly isBelow?: boolean
}

interface ChartProps {
  /** What it shows, such as 'Bets per hour'. */
  readonly label: string
  readonly slots: readonly Slot[]
  readonly series: readonly Series[]
  /** Below which values are not told apart: 1 of counts, 100 of paise. */
  readonly unit: number
  readonly format: (value: number) => string
  readonly short: (value: number) => string
  readonly tall?: boolean
}

const drawn = ({ isBelow = false }: Series, value: number): number => (isBelow ? -value : value)

function Bars({ one, scale, slots }: { one: Series; scale: Scale; slots: readonly Slot[] }): ReactNode {
  if (one.look === 'line') return null
  const { above, below = above } = one.look
  const width = 100 / slots.length
  const zero = heightOf(scale, 0)
  return one.values.map((value, at) => {
    if (value === null || value === 0) return null
    const top = heightOf(scale, drawn(one, value))
    return (
      <rect
        key={at}
        className={classNames(styles[value < 0 ? below : above], slots[at]?.isRunning === true && styles.running)}
        x={width * (at + 0.14)}
        width={width * 0.72}
        y={100 - Math.max(top, zero)}
        height={Math.abs(top - zero)}
      />
    )
  })
}

/** A dashed line through what is known. */
function Line({ one, scale, slots }: { one: Series; scale: Scale; slots: readonly Slot[] }): ReactNode {
  if (one.look !== 'line') return null
  const width = 100 / slots.length
  const points = one.values.flatMap((value, at) =>
    value === null ? [] : [`${width * (at + 0.5)},${100 - heightOf(scale, drawn(one, value))}`],
  )
  return <polyline className={styles.line} points={points.join(' ')} />
}

/** The numbers of one slot, beside it. */
function Tip({
  at,
  slots,
  series,
  format,
}: Pick<ChartProps, 'slots' | 'series' | 'format'> & { at: number }): ReactNode {
  const left = ((at + 0.5) / slots.length) * 100
  return (
    <>
      <i className={styles.cursor} style={{ left: `${left}%` }} />
      <div className={classNames(styles.tip, left > 50 && styles.before)} style={{ left: `${left}%` }}>
        <b>{slots[at]?.name}</b>
        {series.map(({ name, values }) => {
          const value = values[at] ?? null
          return (
            <span key={name}>
              {name} <b>{value === null ? '-' : format(value)}</b>
            </span>
          )
        })}
      </div>
    </>
  )
}

/** The same numbers for who does not see the drawing. */
function Numbers({ label, slots, series, format }: ChartProps): ReactNode {
  return (
    <table className={textClass('sr')}>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slots.map(({ name }, at) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {series.map(({ name: of, values }) => {
              const value = values[at] ?? null
              return <td key={of}>{value === null ? '-' : format(value)}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Which slot is looked at: by a pointer over it, or by the arrows while the chart has the focus. */
function useLook(count: number, last: number) {
  const [at, setAt] = useState<number | null>(null)
  return {
    at,
    handlers: {
      onPointerMove: ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        setAt(Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count))))
      },
      onPointerLeave: () => setAt(null),
      onFocus: () => setAt((now) => now ?? last),
      onBlur: () => setAt(null),
      onKeyDown: (event: KeyboardEvent) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
        if (step === undefined) return
        event.preventDefault()
        event.stopPropagation()
        setAt((now) => Math.min(count - 1, Math.max(0, (now ?? last) + step)))
      },
    },
  }
}

/** Bars over time. Zero is always on its axis; the slot that runs now is at half strength. */
export function BarChart(props: ChartProps): ReactNode {
  const { label, slots, series, unit, short, tall = false } = props
  const values = series.flatMap((one) => one.values.flatMap((value) => (value === null ? [] : [drawn(one, value)])))
  const scale = scaleOf(values, unit)
  const running = slots.findIndex(({ isRunning }) => isRunning)
  const look = useLook(slots.length, running === -1 ? slots.length - 1 : running)
  const isTwoSided = series.some(({ isBelow = false }) => isBelow)
  return (
    <div className={classNames(styles.chart, tall && styles.tall)}>
      <div className={styles.values} aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${heightOf(scale, tick)}%` }}>
            {short(isTwoSided ? Math.abs(tick) : tick)}
          </span>
        ))}
      </div>
      <div className={styles.plot} role="group" aria-label={`${label}, arrows move`} tabIndex={0} {...look.handlers}>
        {scale.ticks.map((tick) => (
          <i
            key={tick}
            className={classNames(styles.grid, tick === 0 && styles.zero)}
            style={{ bottom: `${heightOf(scale, tick)}%` }}
          />
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {series.map((one) => (
            <Bars key={one.name} one={one} scale={scale} slots={slots} />
          ))}
          {series.map((one) => (
            <Line key={one.name} one={one} scale={scale} slots={slots} />
          ))}
        </svg>
        {look.at !== null && <Tip {...props} at={look.at} />}
      </div>
      <div className={styles.times} aria-hidden="true">
        {slots.map(
          ({ name, tick }, at) =>
            tick !== null && (
              <span key={name} style={{ left: `${((at + 0.5) / slots.length) * 100}%` }}>
                {tick}
              </span>
            ),
        )}
      </div>
      <Numbers {...props} />
    </div>
  )
}

/** What the colours of a chart say. */
export function Legend({ entries }: { entries: readonly { look: BarLook | 'line'; text: string }[] }): ReactNode {
  return (
    <p className={styles.legend}>
      {entries.map(({ look, text }) => (
        <span key={text}>
          <i className={look === 'line' ? styles.dashes : classNames(styles.swatch, styles[look])} aria-hidden="true" />
          {text}
        </span>
      ))}
    </p>
  )
}
