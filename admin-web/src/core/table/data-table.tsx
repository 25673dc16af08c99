import { classNames } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import FunnelX from 'lucide-react/icons/funnel-x'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorDetail } from '../error-text.ts'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { ColumnHead } from './column-head.tsx'
import type { RowsProps } from './folded-rows.tsx'
import { FoldedRows } from './folded-rows.tsx'
import type { TableState } from './use-table-state.ts'
import styles from './data-table.module.css'

interface DataTableProps<Row> extends RowsProps<Row> {
  /** One row under the other instead of columns. */
  folded: boolean
  /** Shown when the list is empty without a filter. */
  empty: ReactNode
}

/** The chosen filters in words: Method UPI, “asha”. */
function narrowingText({ narrowing, chosen, search }: TableState): string {
  const parts = narrowing.flatMap((filter) => {
    const [first] = filter.options
    const option = filter.options.find(([value]) => value === chosen(filter))
    return option === undefined || option === first ? [] : [`${filter.title.toLowerCase()} ${option[1]}`]
  })
  const sentence = [...parts, ...(search.trim() === '' ? [] : [`“${search.trim()}”`])].join(', ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** The state of a list without rows: loading, failed, no match so far, no match of the filters, or empty. */
function NoRows<Row>({ table, state, listing, empty, note }: DataTableProps<Row>): ReactNode {
  const { known, error, busy, retry, more } = listing
  if (!known && error)
    return (
      <ErrorState icon={CircleAlert} title={`Failed to load ${table.label.toLowerCase()}`} busy={busy} onRetry={retry}>
        {errorDetail(error)}
      </ErrorState>
    )
  if (!known) return <Skeleton look="table" rows={7} label={`Loading ${table.label.toLowerCase()}`} />
  if (more)
    return (
      <EmptyState
        icon={FunnelX}
        title="No match so far"
        action={
          <Button busy={busy} onClick={more}>
            Search older rows
          </Button>
        }
      >
        {note}
      </EmptyState>
    )
  if (!state.isNarrowed) return empty
  return (
    <EmptyState
      icon={FunnelX}
      title="No match for these filters"
      action={<Button onClick={state.clear}>Clear filters</Button>}
    >
      {narrowingText(state)}
    </EmptyState>
  )
}

function Columns<Row>({ table, state, listing, nowMs, opensPage }: DataTableProps<Row>): ReactNode {
  const { columns, idOf, isFaint } = table
  return (
    <table className={styles.table} aria-label={table.label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <ColumnHead key={column.title} column={column} state={state} numberLook={styles.number} />
          ))}
        </tr>
      </thead>
      <tbody>
        {listing.rows.map((row) => (
          <tr key={idOf(row)} className={classNames(isFaint?.(row) === true && styles.faint)}>
            {columns.map(({ title, text, cell, isNumber }, at) => {
              const shown = cell?.(row, nowMs) ?? text(row)
              return (
                <td key={title} className={classNames(isNumber && styles.number)}>
                  {at > 0 ? (
                    shown
                  ) : (
                    <Link
                      to={state.addressOf(idOf(row))}
                      replace={!opensPage}
                      aria-current={idOf(row) === state.id || undefined}
                    >
                      {shown}
                    </Link>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A list of the back office: rows of a query, with columns where there is room for them. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { table, listing, folded, note = null } = props
  if (listing.rows.length === 0)
    return (
      <section className={styles.none} aria-label={table.label}>
        <NoRows {...props} />
      </section>
    )
  if (folded) return <FoldedRows {...props} />
  return (
    <section className={styles.wide} aria-label={table.label}>
      <Columns {...props} />
      {note !== null && <p className="small mute">{note}</p>}
      {listing.more && (
        <Button busy={listing.busy} onClick={listing.more}>
          Show more
        </Button>
      )}
    </section>
  )
}
