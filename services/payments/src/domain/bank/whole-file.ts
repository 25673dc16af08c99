// What the rows of a file say about each other.
import { bankStatementLimits } from '@kismet/contracts/bank-files'
import type { BankColumns, BankRowKind } from '@kismet/contracts'
import { balanceBreaks } from './balances.ts'
import { placeOf } from './references.ts'
import type { RowReferences } from './references.ts'

/** A row of a statement; `paise` is negative for a debit. */
export interface ReadRow extends RowReferences {
  readonly line: number
  readonly day: string
  readonly text: string
  readonly paise: number
  readonly balancePaise: number | null
  readonly kind: BankRowKind
  /** The amount has no sign, so that the row is read as a credit. */
  readonly isAssumed: boolean
  /** How many unreadable lines stand above the row. */
  readonly gaps: number
}

/** A row with the reference that the other rows of its file settle. */
export interface SettledRow extends ReadRow {
  /** The numbers that the row says alone, its own reference first: they are the same in each file with the row. */
  readonly ownNumbers: readonly string[]
}

/** What identifies a payment in files of all layouts; null without a reference. */
export const paymentOf = ({
  kind,
  reference,
  paise,
}: Pick<SettledRow, 'kind' | 'reference' | 'paise'>): string | null =>
  reference === null ? null : `${kind} ${reference} ${paise}`

/** Faults of the whole file: too many rows, balances that do not follow from row to row, and amounts without any sign. */
export function faultsOfFile(
  rows: readonly ReadRow[],
  { balance, amount }: BankColumns,
  openingPaise?: number,
): { line: number; column: number | null; message: string }[] {
  const beyond = rows[bankStatementLimits.rows]
  if (beyond !== undefined) return [{ line: beyond.line, column: null, message: tooManyRows }]
  const breaks = balanceBreaks(rows, openingPaise)
  if (breaks.length > 0) return breaks.map((one) => ({ ...one, column: balance }))
  const [first] = rows
  return first === undefined || rows.some(({ isAssumed }) => !isAssumed)
    ? []
    : [{ line: first.line, column: amount, message: noSign }]
}

const tooManyRows = `A file may have ${bankStatementLimits.rows.toLocaleString('en-IN')} rows. Please export fewer days.`
const noSign =
  'No amount of the file has a minus, CR or DR. Choose the column that says CR or DR. If all rows are credits, choose this column as the credit.'

/** Rows of one bank that show where it writes the reference: so many, and nearly all. */
const leastAlike = 3
const isUsual = (count: number, whole: number): boolean => count >= leastAlike && count >= 0.9 * whole

/** A column that nearly always has the number of the text is the place of the bank. Another number in a text is then a note. */
function withColumn(rows: readonly ReadRow[]): readonly ReadRow[] {
  const equal = rows.filter(({ places }) => places === 'equal').length
  const others = rows.filter(({ places }) => places === 'other').length
  if (!isUsual(equal, equal + others)) return rows
  return rows.map((row) => {
    const [reference = null, ...numbers] = row.numbers
    return row.places === 'other' ? { ...row, places: null, reference, numbers } : row
  })
}

/** Gives a row with several numbers the number in the field in which nearly all other texts have their reference. */
function withField(rows: readonly ReadRow[]): readonly ReadRow[] {
  const found = rows.flatMap(({ text, reference }) => (reference === null ? [] : (placeOf(text, reference) ?? [])))
  const ofRail = Map.groupBy(found, ({ rail }) => rail)
  const ofField = Map.groupBy(found, ({ field }) => field)
  return rows.map((row) => {
    if (row.reference !== null || row.places === 'other') return row
    const own = row.numbers.filter((number) => {
      const { rail = '', field = '' } = placeOf(row.text, number) ?? {}
      return isUsual(ofField.get(field)?.length ?? 0, ofRail.get(rail)?.length ?? 0)
    })
    const [reference = null] = own.length === 1 ? own : []
    return { ...row, reference, numbers: row.numbers.filter((number) => number !== reference) }
  })
}

/**
 * The references of several payments, which are numbers of a branch or an account. A page that is printed twice repeats
 * a payment, and a payment that was sent back may come again.
 */
function sharedOf(rows: readonly ReadRow[]): ReadonlySet<string | null> {
  const byReference = Map.groupBy(rows, ({ reference }) => reference)
  const shared = [...byReference].filter(([, same]) => {
    const [first] = same
    const isOther = ({ day, text, paise, balancePaise }: ReadRow) =>
      day !== first?.day ||
      paise !== first.paise ||
      (balancePaise ?? first.balancePaise) !== (first.balancePaise ?? balancePaise) ||
      (same.length >= leastAlike && text !== first.text)
    const [credit, ...credits] = same.filter(({ paise }) => paise > 0)
    return same.length > credits.length + 1
      ? credits.some(({ paise }) => paise !== credit?.paise)
      : credits.some(isOther)
  })
  return new Set(shared.map(([reference]) => reference))
}

/** Settles the reference of each row by the other rows of its file. */
export function settleReferences(read: readonly ReadRow[]): readonly SettledRow[] {
  const own = read.map(({ reference, numbers }) => (reference === null ? numbers : [reference, ...numbers]))
  const rows = withField(withColumn(read))
  const shared = sharedOf(rows)
  return rows.map((row, at) => {
    const { reference, numbers } = row
    const isShared = reference !== null && shared.has(reference)
    const settled = isShared ? { reference: null, numbers: [reference, ...numbers] } : {}
    return { ...row, ...settled, ownNumbers: own[at] ?? [] }
  })
}
