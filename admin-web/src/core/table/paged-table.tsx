import { Button } from '@kismet/ui/controls/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { ReactNode } from 'react'
import { errorDetail } from '../error-text.ts'
import type { PlainColumn } from './plain-table.tsx'
import { PlainTable } from './plain-table.tsx'
import type { Listing } from './table.ts'
import styles from './paged-table.module.css'

interface PagedTableProps<Row> {
  /** What is listed, such as 'Entries'. */
  label: string
  columns: readonly PlainColumn<Row>[]
  listing: Listing<Row>
  idOf: (row: Row) => string
  /** Said where there is nothing. */
  empty: string
  /** What that means. */
  children?: ReactNode
}

/** A list in a panel, its newest rows and a way to those before. What could not be read is said, and asked for again. */
export function PagedTable<Row>({ label, columns, listing, idOf, empty, children }: PagedTableProps<Row>): ReactNode {
  const { rows, known, error, busy, retry, more } = listing
  if (error)
    return (
      <ErrorState icon={CircleAlert} title={`Failed to load the ${label.toLowerCase()}`} busy={busy} onRetry={retry}>
        {errorDetail(error)}
      </ErrorState>
    )
  if (!known) return <Skeleton look="table" rows={4} label={`Loading ${label.toLowerCase()}`} />
  if (rows.length === 0)
    return (
      <EmptyState icon={ReceiptText} title={empty}>
        {children}
      </EmptyState>
    )
  return (
    <>
      <PlainTable label={label} columns={columns} rows={rows} idOf={idOf} />
      {more && (
        <p className={styles.more}>
          <Button busy={busy} onClick={more}>
            Older
          </Button>
        </p>
      )}
    </>
  )
}
