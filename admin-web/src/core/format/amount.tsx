import { formatNet, formatRupees, grouped } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'

/** A count in Indian grouping: 21,48,306. */
export function formatCount(count: number): string {
  return grouped(count)
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
