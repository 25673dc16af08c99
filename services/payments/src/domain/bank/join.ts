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
  const join = (
    how: StatementJoin['how'],
    day: string | null,
    [last, begins]: readonly [number | null, number | null] = [null, null],
    days = 0,
  ): StatementJoin => ({ how, day, last: amount(last), begins: amount(begins), days })
  const told = common.filter(({ balancePaise, earlierPaise }) => balancePaise !== null && earlierPaise !== null)
  const other = told.find(({ balancePaise, earlierPaise }) => balancePaise !== earlierPaise)
  if (other !== undefined) return join('differs', other.day, [other.earlierPaise, other.balancePaise])
  if (missingDay !== null) return join('differs', missingDay)
  const shared = common.at(-1)
  if (shared !== undefined) return join(told.length > 0 ? 'joined' : 'unknown', shared.day)
  if (earlier === undefined) return join('first', null)
  const { lastDay: day, closingPaise } = earlier
  const days = Math.max(0, daysBetween(day, firstDay))
  const isKnown = closingPaise !== null && openingPaise !== null
  if (isKnown && closingPaise === openingPaise) return join('joined', day)
  if (days > 0) return join('gap', day, [closingPaise, openingPaise], days)
  return isKnown ? join('differs', day, [closingPaise, openingPaise]) : join('unknown', day)
}
