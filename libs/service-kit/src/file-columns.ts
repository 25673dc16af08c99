/** A column of a file. Its cells are texts, amounts in paise, instants in ms, or numbers. */
export interface FileColumn {
  readonly title: string
  readonly kind: 'text' | 'amount' | 'time' | 'number'
}

/** The value of a cell, by the kind of its column. Null is an empty cell. */
export type Cell = string | number | null

/** The rows of a file, each with a cell for each column. */
export type FileRows = AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>

/** The title of a column in a file. A time names its zone. */
export const titleOf = ({ title, kind }: FileColumn): string => (kind === 'time' ? `${title} (IST)` : title)
