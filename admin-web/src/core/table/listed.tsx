import { Button } from '@kismet/ui/controls/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import CircleAlert from 'lucide-react/icons/circle-alert'
import FunnelX from 'lucide-react/icons/funnel-x'
import type { ComponentProps, ReactNode } from 'react'
import { daysText } from '../date-range.tsx'
import { errorDetail } from '../error-text.ts'
import { StaleNote } from './stale-note.tsx'
import type { Listing } from './table.ts'
import type { TableState } from './use-table-state.ts'
import styles from './data-table.module.css'

export interface ListStates<Row> {
  listing: Listing<Row>
  /** Shown when the list is empty without a filter. */
  empty: ComponentProps<typeof EmptyState>
  /** The state of the list in the address. A list that fills a page names its filters when it is empty. */
  state?: TableState | undefined
  /** Says below the rows which rows are missing. */
  note?: ReactNode
  /** The word on the button that loads the next page. */
  older?: string
  /** Buttons to where the search has rows, beside the one that clears the filters. */
  elsewhere?: ReactNode
  /** The number of rows that usually load. */
  usualRows?: number
}

interface ListedProps<Row> extends ListStates<Row> {
  /** What is listed, as a sentence names it: 'the entries'. */
  what: string
  /** Says that loading failed, where the specification has its own sentence. */
  failed?: string
  /** The words while the list loads, where the specification has its own. */
  loading?: string
  /** At least one row. */
  children: (rows: readonly Row[]) => ReactNode
}

/** The chosen filters in words: Method UPI, “asha”. */
function narrowingText({ narrowing, chosen, search, days }: TableState): string {
  const parts = narrowing.flatMap((filter) => {
    const [first] = filter.options
    const option = filter.options.find(([value]) => value === chosen(filter))
    return option === undefined || option === first ? [] : [`${filter.title.toLowerCase()} ${option[1]}`]
  })
  const isDated = days.from !== undefined || days.to !== undefined
  const sentence = [
    ...parts,
    ...(isDated ? [daysText(days)] : []),
    ...(search.trim() === '' ? [] : [`“${search.trim()}”`]),
  ].join(', ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** The state of a list without rows: loading, failed, no match so far, no match of the filters, or empty. */
function NoRows<Row>(props: ListedProps<Row>): ReactNode {
  const { what, failed = `Failed to load ${what}`, loading, listing, state, note, empty, usualRows = 4 } = props
  const { elsewhere } = props
  const { known, error, busy, retry, more } = listing
  if (!known && error)
    return (
      <ErrorState icon={CircleAlert} title={failed} busy={busy} onRetry={retry}>
        {errorDetail(error)}
      </ErrorState>
    )
  if (!known && loading !== undefined)
    return (
      <p className={styles.loading} role="status">
        {loading}
      </p>
    )
  if (!known) return <Skeleton variant="table" rows={usualRows} label={`Loading ${what}`} />
  if (!state || (!more && !state.isNarrowed)) return <EmptyState {...empty} />
  const button = more ? (
    <Button busy={busy} onClick={more}>
      Search older rows
    </Button>
  ) : (
    <Row wrap gap={2}>
      {elsewhere}
      <Button onClick={state.clear}>Clear filters</Button>
    </Row>
  )
  return (
    <EmptyState icon={FunnelX} title={more ? 'No match so far' : 'No match for these filters'} action={button}>
      {more ? note : narrowingText(state)}
    </EmptyState>
  )
}

/** A list in each of its states: loading, failed, empty, stale, and with a button for the next page. */
export function Listed<Row>(props: ListedProps<Row>): ReactNode {
  const { what, failed = `Failed to load ${what}`, listing, state, note = null, older = 'Older', children } = props
  const { rows, more, busy } = listing
  const hasMore = more !== null && (rows.length > 0 || !state)
  return (
    <>
      <StaleNote text={failed.endsWith('.') ? failed : `${failed}.`} listing={listing} />
      {rows.length > 0 ? children(rows) : <NoRows {...props} />}
      {(hasMore || (note !== null && rows.length > 0)) && (
        <div className={styles.below}>
          {note !== null && <p className={textClass('small', 'mute')}>{note}</p>}
          {hasMore && (
            <Button busy={busy} onClick={more}>
              {older}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
