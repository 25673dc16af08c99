import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import type { BarShapeProps } from 'recharts'
import {
  Area,
  AreaChart,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  Rectangle,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { useIsPhone } from '../use-is-phone.ts'
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

/** A figure of each slot. A value is null while it is unknown, or while its time has not come. */
export interface Series {
  readonly name: string
  readonly values: readonly (number | null)[]
  /** Bars in a colour, below zero in another; or a dashed line. */
  readonly look: { readonly above: BarLook; readonly below?: BarLook } | 'line'
  /** Drawn downwards, although its values are not negative. */
  readonly isBelow?: boolean
}

export interface ChartProps {
  /** What it shows, such as 'Bets per hour'. */
  readonly label: string
  readonly slots: readonly Slot[]
  readonly series: readonly Series[]
  /** Below which values are not told apart: 1 of counts, 100 of paise. */
  readonly unit: number
  /** A value in words; a dash where it is not known. */
  readonly format: (value: number | null) => string
  /** A value on the axis. */
  readonly short: (value: number) => string
}

const filled = { width: '100%', height: '100%' } as const
const axis = { axisLine: false, tickLine: false, interval: 0, tick: { fill: 'var(--text-3)' } } as const

/** A slot with the value of each series by its name, in units of the axis. */
type Row = Slot & Readonly<Record<string, unknown>>

function rowsOf({ slots, series, unit }: ChartProps): Row[] {
  const drawn = ({ values, isBelow = false }: Series, at: number): number | null => {
    const value = values[at] ?? null
    return value === null ? null : (isBelow ? -value : value) / unit
  }
  return slots.map((slot, at) => ({ ...slot, ...Object.fromEntries(series.map((one) => [one.name, drawn(one, at)])) }))
}

/** A bar in the colour of its sign. The library sorts its layers by itself, so that this is no component. */
const barOf = ({ look, values }: Series, slots: readonly Slot[]) =>
  function SlotBar({ x, y, width, height, index }: BarShapeProps): ReactNode {
    if (look === 'line') return null
    const { above, below = above } = look
    const colour = styles[(values[index] ?? 0) < 0 ? below : above]
    return (
      <Rectangle
        {...{ x, y, width, height }}
        className={classNames(styles.bar, colour, slots[index]?.isRunning === true && styles.running)}
      />
    )
  }

/** The numbers of one slot, beside it. */
function Tip({ at, slots, series, format }: ChartProps & { at: number }): ReactNode {
  return (
    <div className={styles.tip}>
      <b>{slots[at]?.name}</b>
      {series.map(({ name, values }) => (
        <span key={name}>
          {name} <b>{format(values[at] ?? null)}</b>
        </span>
      ))}
    </div>
  )
}

/** Draws a bar chart. A pointer or the arrow keys show the numbers of a slot. */
export function BarPlot(props: ChartProps): ReactNode {
  const { label, slots, series, unit, short } = props
  const isPhone = useIsPhone()
  const named = slots.filter(({ tick }) => tick !== null).filter((_, at) => !isPhone || at % 2 === 0)
  const isTwoSided = series.some(({ isBelow = false }) => isBelow)
  return (
    <ComposedChart
      responsive
      style={filled}
      data={rowsOf(props)}
      margin={{ top: 6, right: 0, bottom: 0, left: 0 }}
      barCategoryGap="14%"
      stackOffset="sign"
      role="group"
      aria-label={`${label}, arrows move`}
    >
      <CartesianGrid vertical={false} stroke="var(--rule)" />
      <XAxis
        {...axis}
        dataKey="name"
        height={20}
        ticks={named.map(({ name }) => name)}
        tickFormatter={(name) => named.find((slot) => slot.name === name)?.tick ?? ''}
      />
      <YAxis
        {...axis}
        width={52}
        tickMargin={6}
        niceTicks="snap125"
        allowDecimals={false}
        tickFormatter={(value: number) => short((isTwoSided ? Math.abs(value) : value) * unit)}
      />
      {series.map((one) =>
        one.look === 'line' ? (
          <Line
            key={one.name}
            dataKey={one.name}
            type="linear"
            connectNulls
            dot={false}
            activeDot={false}
            stroke="var(--text-2)"
            strokeWidth={1.5}
            strokeDasharray="3 3"
            isAnimationActive={false}
          />
        ) : (
          <Bar key={one.name} dataKey={one.name} stackId="slot" shape={barOf(one, slots)} isAnimationActive={false} />
        ),
      )}
      <ReferenceLine y={0} stroke="var(--text-3)" />
      <Tooltip
        isAnimationActive={false}
        offset={12}
        position={{ y: -6 }}
        cursor={{ stroke: 'var(--text-3)', strokeDasharray: '3 3' }}
        content={({ active, activeIndex }) => active && <Tip {...props} at={Number(activeIndex)} />}
      />
    </ComposedChart>
  )
}

/** Draws a spark. */
export function SparkPlot({ values }: { values: readonly (number | null)[] }): ReactNode {
  const known = values.flatMap((value) => (value === null ? [] : [{ value }]))
  if (known.length < 2) return null
  return (
    <AreaChart
      className={classNames(styles.spark)}
      style={{ position: 'absolute', top: 14, right: 16 }}
      width={92}
      height={28}
      data={known}
      margin={{ top: 2, right: 0, bottom: 2, left: 0 }}
      accessibilityLayer={false}
    >
      <YAxis hide domain={['dataMin', 'dataMax']} />
      <Area
        dataKey="value"
        type="linear"
        stroke="var(--info)"
        strokeWidth={1.5}
        fill="var(--info)"
        fillOpacity={0.16}
        isAnimationActive={false}
      />
    </AreaChart>
  )
}
