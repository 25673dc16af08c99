import type { DepositMethod } from '@kismet/contracts'
import type { AdminDeposit } from '../../app/queue/deposits-api.ts'

/** Amounts in three parts; the bounds are in rupees. */
export const amountBands = {
  any: { word: 'Any', fromRupees: 0, belowRupees: Number.POSITIVE_INFINITY },
  small: { word: 'below ₹1,000', fromRupees: 0, belowRupees: 1_000 },
  middle: { word: '₹1,000 to ₹5,000', fromRupees: 1_000, belowRupees: 5_000.01 },
  large: { word: 'above ₹5,000', fromRupees: 5_000.01, belowRupees: Number.POSITIVE_INFINITY },
} as const
export type AmountBand = keyof typeof amountBands

export function isAmountBand(text: string): text is AmountBand {
  return Object.hasOwn(amountBands, text)
}

export interface Filters {
  text: string
  method: DepositMethod | 'any'
  amount: AmountBand
}

export const noFilters: Filters = { text: '', method: 'any', amount: 'any' }

/** Whether anything is left out. */
export function isFiltered({ text, method, amount }: Filters): boolean {
  return text.trim() !== '' || method !== 'any' || amount !== 'any'
}

/** A reference without what people put between its digits. */
function bare(text: string): string {
  return text.toLowerCase().replace(/[\s-]/g, '')
}

/** Whether a request belongs to what is looked for: by e-mail, reference or id, by method and by amount. */
export function matches({ _id, user, utr, method, amount }: AdminDeposit, filters: Filters): boolean {
  const { fromRupees, belowRupees } = amountBands[filters.amount]
  if (filters.method !== 'any' && method !== filters.method) return false
  if (amount / 100 < fromRupees || amount / 100 >= belowRupees) return false
  const looked = filters.text.trim().toLowerCase()
  if (looked === '') return true
  return (
    user.email.toLowerCase().includes(looked) || bare(utr).includes(bare(looked)) || bare(_id).includes(bare(looked))
  )
}

/** The filters in words, for when nothing matches: Method CRYPTO, amount above ₹5,000, 'asha'. */
export function filtersText({ text, method, amount }: Filters): string {
  const parts = [
    ...(method === 'any' ? [] : [`method ${method}`]),
    ...(amount === 'any' ? [] : [`amount ${amountBands[amount].word}`]),
    ...(text.trim() === '' ? [] : [`“${text.trim()}”`]),
  ]
  const sentence = parts.join(', ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}
