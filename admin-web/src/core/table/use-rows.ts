import type { ColumnDef } from '@tanstack/react-table'
import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { useHiddenColumns } from './hidden-columns.ts'
import type { Column, Listing, Table } from './table.ts'
import { sortOf } from './table.ts'
import type { Sort, TableState } from './use-table-state.ts'

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature, sortedRowModel: createSortedRowModel() })

type Value = string | number

/** What a column sorts by: its text in a file, as a number where it is a number. */
const valueOf = <Row>({ text, isNumber }: Column<Row>, row: Row): Value =>
  isNumber ? Number(text(row)) || 0 : text(row)

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
export function useRows<Row extends object>(
  { label, columns, idOf }: Pick<Table<Row>, 'label' | 'columns' | 'idOf'>,
  { rows, more }: Pick<Listing<Row>, 'rows' | 'more'>,
  state: TableState | undefined,
): ShownRows<Row> {
  const [own, setOwn] = useState<Sort | null>(null)
  const [hidden] = useHiddenColumns(label)
  const sort = state?.sort ?? own
  const by = sort && columns.find((column) => sortOf(column) === sort.by)
  const isSortedHere = by?.sort === true && more === null
  const defs = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row> => ({
        id: column.title,
        accessorFn: (row) => valueOf(column, row),
        sortFn: sortFn_basic,
      })),
    [columns],
  )
  const table = useTable({
    features,
    columns: defs,
    data: rows,
    getRowId: idOf,
    manualSorting: !isSortedHere,
    state: {
      sorting: isSortedHere ? [{ id: by.title, desc: sort?.order === 'desc' }] : [],
      columnVisibility: Object.fromEntries(hidden.map((title) => [title, false])),
    },
  })
  const shown = new Set(table.getVisibleLeafColumns().map(({ id }) => id))
  return {
    columns: columns.filter(({ title }) => shown.has(title)),
    rows: table.getRowModel().rows.map(({ original }) => original),
    sort,
    sortBy: (column) => {
      const name = sortOf(column)
      if (name === undefined || (column.sort === true ? more !== null : !state)) return undefined
      const next: Sort = { by: name, order: sort?.by === name && sort.order === 'desc' ? 'asc' : 'desc' }
      return () => (column.sort === true || !state ? setOwn(next) : state.setSort(next))
    },
  }
}
