import { useState } from 'react'
import { useHiddenColumns } from './hidden-columns.ts'
import type { Column, Listing, Table } from './table.ts'
import { sortOf } from './table.ts'
import type { Sort, TableState } from './use-table-state.ts'

/** What a column sorts by: its text in a file, as a number where it is a number. */
const valueOf = <Row>({ text, isNumber }: Column<Row>, row: Row): string | number =>
  isNumber ? Number(text(row)) || 0 : text(row)

/** The rows by a column. Rows with equal values keep their order. */
function sorted<Row>(rows: readonly Row[], column: Column<Row>, order: Sort['order']): readonly Row[] {
  const sign = order === 'desc' ? -1 : 1
  return rows
    .map((row) => ({ row, value: valueOf(column, row) }))
    .toSorted((one, other) => (one.value < other.value ? -sign : one.value > other.value ? sign : 0))
    .map(({ row }) => row)
}

/** A list as its reader has set it: the shown columns, the rows in order, and the order itself. */
export interface ShownRows<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly sort: Sort | null
  /** Undefined: the column has no sort now. */
  readonly sortBy: (column: Column<Row>) => (() => void) | undefined
}

/**
 * Sorts and chooses columns. The server sorts by the columns that it names. The browser sorts by the others once all rows are
 * loaded: a sorted part would look like the whole list.
 */
export function useRows<Row>(
  { label, columns }: Pick<Table<Row>, 'label' | 'columns'>,
  { rows, more }: Pick<Listing<Row>, 'rows' | 'more'>,
  state: TableState | undefined,
): ShownRows<Row> {
  const [own, setOwn] = useState<Sort | null>(null)
  const [hidden] = useHiddenColumns(label)
  const sort = state?.sort ?? own
  const by = sort && columns.find((column) => sortOf(column) === sort.by)
  const isSortedHere = by?.sort === true && more === null
  return {
    columns: columns.filter(({ title }) => !hidden.includes(title)),
    rows: isSortedHere && sort ? sorted(rows, by, sort.order) : rows,
    sort,
    sortBy: (column) => {
      const name = sortOf(column)
      if (name === undefined || (column.sort === true ? more !== null : !state)) return undefined
      const next: Sort = { by: name, order: sort?.by === name && sort.order === 'desc' ? 'asc' : 'desc' }
      return () => (column.sort === true || !state ? setOwn(next) : state.setSort(next))
    },
  }
}
