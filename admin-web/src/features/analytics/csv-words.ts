import { formatCount } from '../../core/format/amount.tsx'
import type { Listing } from '../../core/table/table.ts'

/** What stands on a button that saves the rows of a list: as long as more follow, how many it takes. */
export function csvWords({ rows, more }: Pick<Listing<unknown>, 'rows' | 'more'>): string {
  return more === null ? 'CSV' : `CSV of these ${formatCount(rows.length)}`
}
