import { formatRupees, grouped } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'

/** A count in Indian grouping: 21,48,306. */
export function formatCount(count: number): string {
  return grouped(count)
}

/** An amount of paise whose paise are small: ₹2,32,223 and .50. */
export function Amount({ paise }: { paise: number }): ReactNode {
  const [rupees, rest] = formatRupees(paise).split('.')
  return (
    <>
      {rupees}
      <small>.{rest}</small>
    </>
  )
}
