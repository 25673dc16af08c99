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

const columnOf =
  (kind: FileColumn['kind']) =>
  (title: string): FileColumn => ({ title, kind })

/** A column of each kind by its title. */
export const column = {
  text: columnOf('text'),
  amount: columnOf('amount'),
  time: columnOf('time'),
  number: columnOf('number'),
} as const

/** A page of a list, and where the next page begins; null at the end. */
interface RowPage<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
}

/** The rows of a whole list. The next page is read when the last row was taken. */
export async function* rowsOfPages<Row>(
  read: (cursor: string | undefined) => Promise<RowPage<Row>>,
): AsyncGenerator<Row> {
  let cursor: string | undefined
  do {
    const { rows, nextCursor } = await read(cursor)
    yield* rows
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** The cells of each row, made when the row is taken. */
export async function* cellsOf<Row>(
  rows: AsyncIterable<Row>,
  cells: (row: Row) => readonly Cell[],
): AsyncGenerator<readonly Cell[]> {
  for await (const row of rows) yield cells(row)
}
