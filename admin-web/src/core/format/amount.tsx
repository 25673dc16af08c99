import { formatNet, formatRupees, grouped } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'

/** A count in Indian grouping: 21,48,306. */
export function formatCount(count: number): string {
  return grouped(count)
}

/** A count with its noun: 1 row, 2 rows. */
export function countText(count: number, one: string): string {
  return `${grouped(count)} ${count === 1 ? one : `${one}s`}`
}

function SmallPaise({ text }: { text: string }): ReactNode {
  const [rupees, rest] = text.split('.')
  return (
    <>
      {rupees}
      <small>.{rest}</small>
    </>
  )
}

/** An amount of paise whose paise are small: ₹2,32,223 and .50. */
export function Amount({ paise }: { paise: number }): ReactNode {
  return <SmallPaise text={formatRupees(paise)} />
}

/** The same of a sum with its sign: +₹1,95,300 and .00. */
export function NetAmount({ paise }: { paise: number }): ReactNode {
  return <SmallPaise text={formatNet(paise)} />
}

/** A count for an axis, in Indian words: 900, 6k, 2.5L, 3Cr. */
export function shortCount(count: number): string {
  const size = Math.abs(count)
  const sign = count < 0 ? '\u2212' : ''
  const [divisor, word] = size >= 1e7 ? [1e7, 'Cr'] : size >= 1e5 ? [1e5, 'L'] : size >= 1e3 ? [1e3, 'k'] : [1, '']
  return `${sign}${String(Math.round((size / divisor) * 100) / 100)}${word}`
}

/** Paise for an axis: ₹30k. */
export function shortRupees(paise: number): string {
  const text = shortCount(paise / 100)
  return text.startsWith('\u2212') ? `\u2212₹${text.slice(1)}` : `₹${text}`
}
