// What the rows of a file say about each other.
import { bankStatementLimits } from '@kismet/contracts/bank-files'
import type { BankColumns } from '@kismet/contracts'
import { balanceBreaks, proveSides } from './balances.ts'
import { placeOf } from './references.ts'
import type { ReadRow } from './rows.ts'

/** Faults of the whole file: too many rows, balances that do not follow from row to row, and amounts without any sign. */
export function faultsOfFile(
  rows: readonly ReadRow[],
  columns: BankColumns,
): { line: number; column: number | null; message: string }[] {
  const beyond = rows[bankStatementLimits.rows]
  if (beyond !== undefined) return [{ line: beyond.line, column: null, message: tooManyRows }]
  const breaks = balanceBreaks(rows)
  if (breaks.length > 0) return breaks.map((one) => ({ ...one, column: columns.balance }))
  const isProven = rows.some(({ paise }) => paise < 0) || proveSides(rows)
  const [first] = rows
  if (columns.amount === null || columns.sign !== columns.amount || isProven || first === undefined) return []
  return [{ line: first.line, column: columns.amount, message: noSign }]
}

const tooManyRows = `A file may have ${bankStatementLimits.rows.toLocaleString('en-IN')} rows. Please export fewer days.`
const noSign = 'No amount of the file has a minus, CR or DR. Choose the column that says CR or DR, or export more days.'

/** A number that is the reference of several payments is the number of a branch or an account. */
export function withoutShared(rows: readonly ReadRow[]): readonly ReadRow[] {
  const byReference = Map.groupBy(
    rows.filter(({ reference }) => reference !== null),
    ({ reference }) => reference,
  )
  const isShared = ({ reference }: ReadRow): boolean => {
    const same = byReference.get(reference) ?? []
    const credits = same.filter(({ paise }) => paise > 0)
    // A page that is printed twice repeats a payment. A payment that was sent back may come again.
    const others = new Set(
      credits.map(({ day, paise, balancePaise, line }) => JSON.stringify([day, paise, balancePaise ?? line])),
    )
    return others.size > 1 && credits.length === same.length
  }
  return rows.map((row) =>
    isShared(row) ? { ...row, reference: null, numbers: [row.reference ?? '', ...row.numbers] } : row,
  )
}

/** Rows of one bank that show in which field of its narration the reference stands. */
const leastAlike = 3

/** Gives a credit with several numbers the number in the field in which nearly all other rows have their reference. */
export function withPlaces(rows: readonly ReadRow[]): readonly ReadRow[] {
  const places = rows.flatMap(({ text, reference }) => (reference === null ? [] : (placeOf(text, reference) ?? [])))
  const counts = new Map([...Map.groupBy(places, ({ field }) => field)].map(([field, all]) => [field, all.length]))
  const railCounts = Map.groupBy(places, ({ rail }) => rail)
  const isUsual = ({ rail, field }: { rail: string; field: string }) => {
    const count = counts.get(field) ?? 0
    return count >= leastAlike && count >= 0.9 * (railCounts.get(rail)?.length ?? 0)
  }
  return rows.map((row) => {
    if (row.reference !== null || row.isDisputed || row.paise < 0) return row
    const own = row.numbers.filter((number) => {
      const place = placeOf(row.text, number)
      return place !== undefined && isUsual(place)
    })
    const [reference = null] = own.length === 1 ? own : []
    return { ...row, reference, numbers: row.numbers.filter((number) => number !== reference) }
  })
}
