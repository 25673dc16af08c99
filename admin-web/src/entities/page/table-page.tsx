import type { ReactNode } from 'react'
import type { DataTableProps } from '../../core/table/data-table.tsx'
import { DataTable } from '../../core/table/data-table.tsx'
import { SearchLine, useListSearch } from '../../core/table/search-field.tsx'
import type { TableFile } from '../../core/table/table-bar.tsx'
import { TableBar } from '../../core/table/table-bar.tsx'
import type { FilteredTable } from '../../core/table/table.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import { SavedViews } from '../views/saved-views.tsx'
import { Page } from './page.tsx'

interface TablePageProps<Row> extends Omit<DataTableProps<Row>, 'table' | 'state' | 'variant' | 'keys' | 'usualRows'> {
  table: FilteredTable<Row>
  state: TableState
  /** The files of the export. The list is empty for a role that may not export. */
  files: readonly TableFile[]
  /** Enter in the search. */
  onFirst?: (search: string) => void
  /** On a phone the search has a line of its own above the bar, instead of a place in the bar. */
  searchLine?: boolean
  /** Draws the table among other things, if the table does not fill the page. */
  children?: (table: ReactNode) => ReactNode
}

/** A page that is a table with its search and bar. */
export function TablePage<Row extends object>(props: TablePageProps<Row>): ReactNode {
  const { files, onFirst, searchLine = false, children = (only) => only, ...list } = props
  const { table, state } = list
  const { inTop, inPage } = useListSearch({ hint: table.searchHint, state, onFirst })
  return (
    <Page search={inTop}>
      {searchLine && <SearchLine>{inPage}</SearchLine>}
      <TableBar table={table} state={state} files={files} tools={<SavedViews label={table.label} />}>
        {!searchLine && inPage}
      </TableBar>
      {children(<DataTable {...list} variant="page" keys="page" usualRows={7} />)}
    </Page>
  )
}
