import { classNames, textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { lazyPart } from '@kismet/app-kit/lazy-part.ts'
import type { BarLook, ChartProps } from './plots.tsx'
import styles from './bar-chart.module.css'

// The library of the drawings loads after the first paint. The figures do not need it.
const BarPlot = lazyPart(() => import('./plots.tsx').then((code) => code.BarPlot))
/** The course of a figure over the day, beside it. It has no axis; the numbers are in the charts. */
export const Spark = lazyPart(() => import('./plots.tsx').then((code) => code.SparkPlot))

/** The same numbers as a table for screen readers. */
function Numbers({ label, slots, series, format }: ChartProps): ReactNode {
  return (
    // A table itself never becomes as small as a hidden element.
    <div className={textClass('sr')}>
      <table>
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
              {series.map(({ name: of, values }) => (
                <td key={of}>{format(values[at] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Bars over time. Zero is always on the axis; the slot that runs now is at half strength. */
export function BarChart({ tall = false, ...props }: ChartProps & { tall?: boolean }): ReactNode {
  return (
    <div className={classNames(styles.chart, tall && styles.tall)}>
      <BarPlot {...props} />
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
