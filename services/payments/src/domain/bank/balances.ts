/** What the check of balances needs of a row. `paise` is negative for a debit; `balancePaise` is null for an empty cell. */
export interface BalancedRow {
  readonly line: number
  readonly day: string
  readonly paise: number
  readonly balancePaise: number | null
  /** How many unreadable lines stand above the row. A balance does not follow across such a line. */
  readonly gaps: number
}

interface Break {
  readonly line: number
  readonly before: number
  readonly moved: number
  readonly balance: number
}

const rupees = (paise: number): string =>
  `₹${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

function messageOf({ before, moved, balance }: Break): string {
  const side = `${moved < 0 ? 'debit' : 'credit'} of ${rupees(Math.abs(moved))}`
  const goes = `The balance goes from ${rupees(before)} to ${rupees(balance)}`
  if (before - moved === balance)
    return `${goes}, but the line is read as a ${side}. Are debit and credit swapped? If the account is overdrawn, choose “no such column” as the balance.`
  return `${goes}. With a ${side} it must be ${rupees(before + moved)}. Is a line missing, or is another column the balance? If the export leaves lines out, choose “no such column” as the balance.`
}

/** Compares each balance with the balance before it and the amounts between the two. */
function breaksIn(rows: readonly BalancedRow[]): readonly Break[] {
  const breaks: Break[] = []
  let before: number | undefined
  let moved = 0
  for (const [at, { line, paise, balancePaise, gaps }] of rows.entries()) {
    if (gaps !== rows[at - 1]?.gaps) before = undefined
    moved += paise
    if (balancePaise === null) continue
    if (before !== undefined && before + moved !== balancePaise)
      breaks.push({ line, before, moved, balance: balancePaise })
    before = balancePaise
    moved = 0
  }
  return breaks
}

/**
 * The order of rows from old to new: the order with the fewest breaks. Banks write the oldest or the newest row first,
 * and some reverse the rows of a day. An order that ends before its first day does not count: equal debits chain
 * backwards as credits.
 */
function orderOf<Row extends BalancedRow>(rows: readonly Row[]): { rows: readonly Row[]; breaks: readonly Break[] } {
  const both = [rows, rows.toReversed()]
  const forward = both.filter((order) => (order[0]?.day ?? '') <= (order.at(-1)?.day ?? ''))
  const byDay = both.map((order) => order.toSorted((one, other) => one.day.localeCompare(other.day)))
  return [...forward, ...byDay]
    .map((order) => ({ rows: order, breaks: breaksIn(order) }))
    .reduce((least, order) => (order.breaks.length < least.breaks.length ? order : least))
}

/**
 * The rows whose balance does not follow from the row before. `openingPaise`, the balance above the first row, only tells
 * whether the sides of that row are swapped.
 */
export function balanceBreaks(
  rows: readonly BalancedRow[],
  openingPaise?: number,
): { line: number; message: string }[] {
  const [{ line, paise: moved, balancePaise: balance } = { line: 0, paise: 0, balancePaise: null }] = rows
  const isSwapped = openingPaise !== undefined && balance !== null && balance === openingPaise - moved
  const first = isSwapped ? [{ line, before: openingPaise, moved, balance }] : []
  return [...first, ...orderOf(rows).breaks].map((one) => ({ line: one.line, message: messageOf(one) }))
}

/** The balances before the first and after the last row, in paise; null without any balance. */
export function edgesOf(rows: readonly BalancedRow[]): { openingPaise: number; closingPaise: number } | null {
  const { rows: ordered } = orderOf(rows)
  // Lines between the first and the last balance can be left out.
  const at = ordered.findIndex(({ balancePaise }) => balancePaise !== null)
  const lastAt = ordered.findLastIndex(({ balancePaise }) => balancePaise !== null)
  const [first, last] = [ordered[at]?.balancePaise ?? null, ordered[lastAt]?.balancePaise ?? null]
  if (first === null || last === null) return null
  const sum = (part: readonly BalancedRow[]) => part.reduce((total, { paise }) => total + paise, 0)
  return { openingPaise: first - sum(ordered.slice(0, at + 1)), closingPaise: last + sum(ordered.slice(lastAt + 1)) }
}
