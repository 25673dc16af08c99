import { Button } from '@kismet/ui/controls/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import type { Glyph } from '@kismet/ui/icon.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { ReactNode } from 'react'
import { errorDetail } from '../error-text.ts'
import { StaleNote } from './stale-note.tsx'
import type { Listing } from './table.ts'
import styles from './paged.module.css'

export interface PagedProps<Row> {
  /** What is listed, such as 'Entries'. */
  label: string
  listing: Listing<Row>
  /** Said where there is nothing, beside `icon`. */
  empty: string
  icon?: Glyph
  /** What that means. */
  emptyNote?: ReactNode
  /** How many rows mostly come. */
  usualRows?: number
  /** On the button for those that follow. */
  older?: string
  /** The rows, of which there is at least one. */
  children: (rows: readonly Row[]) => ReactNode
}

/** A list in a panel, its newest rows and a way to those before. What could not be read is said, and asked for again; what was read before stays. */
export function Paged<Row>({
  label,
  listing,
  empty,
  icon = ReceiptText,
  emptyNote,
  usualRows = 4,
  older = 'Older',
  children,
}: PagedProps<Row>): ReactNode {
  const { rows, known, error, busy, retry, more } = listing
  const what = label.toLowerCase()
  if (!known && error)
    return (
      <ErrorState icon={CircleAlert} title={`Failed to load the ${what}`} busy={busy} onRetry={retry}>
        {errorDetail(error)}
      </ErrorState>
    )
  if (!known) return <Skeleton look="table" rows={usualRows} label={`Loading ${what}`} />
  return (
    <>
      <StaleNote text={`Failed to load the ${what}.`} listing={listing} />
      {rows.length > 0 ? (
        children(rows)
      ) : (
        <EmptyState icon={icon} title={empty}>
          {emptyNote}
        </EmptyState>
      )}
      {more && (
        <p className={styles.more}>
          <Button busy={busy} onClick={more}>
            {older}
          </Button>
        </p>
      )}
    </>
  )
}
