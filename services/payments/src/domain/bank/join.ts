import { paise } from '@kismet/contracts'
import type { StatementJoin } from '@kismet/contracts'

/** The newest statement that ends no later than a new one. */
export interface EarlierStatement {
  readonly lastDay: string
  /** Null when the file has no balances. */
  readonly closingPaise: number | null
}

/** A row of the new file that an earlier file has, too. Without balances it says little: an editor copies a row. */
export interface CommonRow {
  readonly day: string
  readonly balancePaise: number | null
  /** Its balance in the earlier file. */
  readonly earlierPaise: number | null
}

const dayMs = 24 * 60 * 60_000
/** Whole days between two days. */
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) - 1
const amount = (value: number | null) => (value === null ? null : paise(value))

/**
 * How a statement joins the earlier ones: by its common rows, else by the last balance, else by its days.
 * @param common the common rows, oldest first
 * @param missingDay the first day on which the file lacks a row of an earlier statement with common rows
 */
export function joinOf(
  { firstDay, openingPaise }: { readonly firstDay: string; readonly openingPaise: number | null },
  common: readonly CommonRow[],
  earlier: EarlierStatement | undefined,
  missingDay: string | null = null,
): StatementJoin {
  const nothing = { day: null, last: null, begins: null, days: 0 }
  const other = common.find(
    ({ balancePaise, earlierPaise }) => balancePaise !== null && earlierPaise !== null && balancePaise !== earlierPaise,
  )
  if (other !== undefined)
    return {
      how: 'differs',
      day: other.day,
      last: amount(other.earlierPaise),
      begins: amount(other.balancePaise),
      days: 0,
    }
  if (missingDay !== null) return { ...nothing, how: 'differs', day: missingDay }
  const shared = common.at(-1)
  const isProven = common.some(({ balancePaise, earlierPaise }) => balancePaise !== null && earlierPaise !== null)
  if (shared !== undefined) return { ...nothing, how: isProven ? 'joined' : 'unknown', day: shared.day }
  if (earlier === undefined) return { ...nothing, how: 'first' }
  const { lastDay: day, closingPaise } = earlier
  const days = Math.max(0, daysBetween(day, firstDay))
  const isKnown = closingPaise !== null && openingPaise !== null
  if (isKnown && closingPaise === openingPaise) return { ...nothing, how: 'joined', day }
  if (days > 0) return { ...nothing, how: 'gap', day, last: amount(closingPaise), begins: amount(openingPaise), days }
  if (isKnown) return { how: 'differs', day, last: amount(closingPaise), begins: amount(openingPaise), days: 0 }
  return { ...nothing, how: 'unknown', day }
}
