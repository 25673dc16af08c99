import { isFilled, plainCell, readDay, readPaise, readSide } from './cells.ts'
import { referencesOf } from './references.ts'

/** The cells of lines, each line with a day. */
export type Cells = readonly string[]

const cellsOf = (lines: readonly Cells[], column: number): readonly string[] =>
  lines.map((cells) => cells[column] ?? '').filter((cell) => isFilled(cell) && plainCell(cell) !== '-')

const isHalf = (some: readonly unknown[], all: readonly unknown[]): boolean =>
  some.length > 0 && some.length * 2 >= all.length

/** Whether a column says CR or DR. A hyphen alone is an empty cell. */
export function looksLikeSides(lines: readonly Cells[], column: number): boolean {
  const cells = cellsOf(lines, column)
  const sides = cells.filter((cell) => readSide(cell) !== undefined)
  return isHalf(sides, cells)
}

/** Whether a column has references of payments: each on one line. */
export function looksLikeReferences(lines: readonly Cells[], column: number): boolean {
  const cells = cellsOf(lines, column)
  const found = cells.flatMap((cell) => (readDay(cell) === undefined ? referencesOf('', cell).utrs : []))
  return isHalf(found, cells) && (found.length === 1 || new Set(found).size > 1)
}

/** Whether a cell has an amount as banks write amounts, with paise or with commas: no serial number and no code. */
export const isWrittenAmount = (cell: string): boolean => Boolean(readPaise(cell)) && /\d[.,]\d/.test(cell)

/** Whether a column has amounts, in all lines or in some. */
export function amountsOf(lines: readonly Cells[], column: number): 'all' | 'some' | 'none' {
  const cells = cellsOf(lines, column)
  if (!cells.some(isWrittenAmount) || cells.some((cell) => readPaise(cell) === undefined)) return 'none'
  return lines.every((line) => Boolean(readPaise(line[column] ?? ''))) ? 'all' : 'some'
}

const total =
  /^\W*((page|grand|sub) ?)?(totals?|opening|closing|brought forward|carried forward|b\/f|c\/f|balance|summary)\b/i
/** Whether a text is that of a total or of a balance, which are no payments. */
export const isTotal = (text: string): boolean => total.test(plainCell(text))
