import type { ReactNode } from 'react'
import type { PagedProps } from './paged.tsx'
import { Paged } from './paged.tsx'
import type { PlainColumn } from './plain-table.tsx'
import { PlainTable } from './plain-table.tsx'

interface PagedTableProps<Row> extends Omit<PagedProps<Row>, 'children' | 'emptyNote'> {
  columns: readonly PlainColumn<Row>[]
  idOf: (row: Row) => string
  /** What it means that there is nothing. */
  children?: ReactNode
}

/** A list whose rows stand in columns. */
export function PagedTable<Row>({ columns, idOf, children, ...list }: PagedTableProps<Row>): ReactNode {
  return (
    <Paged {...list} emptyNote={children}>
      {(rows) => <PlainTable label={list.label} columns={columns} rows={rows} idOf={idOf} />}
    </Paged>
  )
}
