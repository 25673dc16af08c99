/** What the check of balances needs of a row. `paise` is negative for a debit; `balancePaise` is null for an empty cell. */
export interface BalancedRow {
  readonly line: number
  readonly day: string
  readonly paise: number
  readonly balancePaise: number | null
}

/** A row whose balance does not follow from the row before it. */
export interface BalanceBreak {
  readonly line: number
  readonly message: string
}

const rupees = (paise: number): string =>
  `₹${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** Compares each balance with the balance before it and the amounts between the two. */
function breaksIn(rows: readonly BalancedRow[]): BalanceBreak[] {
  const breaks: BalanceBreak[] = []
  let before: number | undefined
  let moved = 0
  for (const { line, paise, balancePaise } of rows) {
    moved += paise
    if (balancePaise === null) continue
    if (before !== undefined && before + moved !== balancePaise)
      breaks.push({ line, message: messageOf(before, moved, balancePaise) })
    before = balancePaise
    moved = 0
  }
  return breaks
}

function messageOf(before: number, moved: number, balance: number): string {
  const side = moved < 0 ? 'debit' : 'credit'
  const isOtherSide = before - moved === balance
  const goes = `The balance goes from ${rupees(before)} to ${rupees(balance)}`
  if (isOtherSide)
    return `${goes}, but the line is read as a ${side} of ${rupees(Math.abs(moved))}. Are debit and credit swapped?`
  return `${goes}. With a ${side} of ${rupees(Math.abs(moved))} it must be ${rupees(before + moved)}. Is a line missing, or is another column the balance?`
}

/**
 * The rows at which the balances of a file break. Banks write the oldest or the newest row first. Some reverse the rows of a day. The order with the fewest breaks counts.
 */
export function balanceBreaks(rows: readonly BalancedRow[]): readonly BalanceBreak[] {
  const orders = [rows, rows.toReversed()].flatMap((order) => [
    order,
    order.toSorted((one, other) => one.day.localeCompare(other.day)),
  ])
  return orders.map(breaksIn).reduce((least, breaks) => (breaks.length < least.length ? breaks : least))
}
