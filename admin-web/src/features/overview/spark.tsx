import type { ReactNode } from 'react'
import styles from './overview.module.css'

/** The course of a figure over the day, beside it: no axis, and no more than a hint. Its numbers are in the charts. */
export function Spark({ values }: { values: readonly (number | null)[] }): ReactNode {
  const known = values.flatMap((value) => (value === null ? [] : [value]))
  if (known.length < 2) return null
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const points = known.map((value, at) => {
    const y = high === low ? 15 : 28 - ((value - low) / (high - low)) * 26
    return `${((at / (known.length - 1)) * 100).toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg className={styles.spark} viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0,30 L${points.join(' L')} L100,30Z`} />
      <polyline points={points.join(' ')} />
    </svg>
  )
}
