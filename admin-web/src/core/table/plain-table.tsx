import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { ColumnHead } from './column-head.tsx'
import type { Column } from './table.ts'
import type { TableState } from './use-table-state.ts'
import { useScrolls } from './use-scrolls.ts'
import styles from './plain-table.module.css'

/** A column, and where its cell stands on a phone: before all, at the right end of the first line, on a line of its own, nowhere, or beside its title below, for which there is room for three. */
export interface PlainColumn<Row> extends Column<Row> {
  readonly place?: 'head' | 'end' | 'line' | 'desk'
}

interface PlainTableProps<Row> {
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** Where the columns are sorted by the server, and rows open by their first cell. */
  state?: TableState | undefined
  /** What all rows come to, a cell a column. */
  foot?: readonly ReactNode[] | undefined
}

function Cells<Row>({
  columns,
  cellOf,
}: {
  columns: readonly PlainColumn<Row>[]
  cellOf: (column: PlainColumn<Row>, at: number) => ReactNode
}): ReactNode {
  return columns.map((column, at) => {
    const { title, isNumber, place } = column
    const shown = cellOf(column, at)
    const looks = [isNumber && styles.number, place && styles[place], shown === '-' && styles.none]
    return (
      <td key={title} className={classNames(...looks)} data-title={title}>
        {shown}
      </td>
    )
  })
}

/** Rows of a panel in columns; on phones each is a card. */
export function PlainTable<Row>({ label, columns, rows, idOf, state, foot }: PlainTableProps<Row>): ReactNode {
  const room = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(room)
  return (
    <div ref={room} className={styles.room} role="group" aria-label={label} tabIndex={scrolls ? 0 : undefined}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead key={column.title} column={column} state={state} numberLook={styles.number} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)}>
              <Cells
                columns={columns}
                cellOf={({ text, cell }, at) => {
                  const shown = cell?.(row, 0) ?? text(row)
                  if (!state || at > 0) return shown
                  return (
                    <Link className={styles.open} to={state.addressOf(idOf(row))}>
                      {shown}
                    </Link>
                  )
                }}
              />
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>
              <Cells columns={columns} cellOf={(_, at) => foot[at]} />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
