import { classNames } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ListStates } from '../../core/table/listed.tsx'
import { Listed } from '../../core/table/listed.tsx'
import type { TableState } from '../../core/table/use-table-state.ts'
import type { QueueRequest, QueueTable, Row } from './request.ts'
import styles from './request-list.module.css'

/** Counts the rows that have come below the end of the view. */
function useNewBelow(ids: readonly string[]): { end: RefObject<HTMLDivElement | null>; count: number } {
  const end = useRef<HTMLDivElement>(null)
  const [endInView, setEndInView] = useState(true)
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set())
  if (endInView && ids.some((id) => !seen.has(id))) setSeen(new Set(ids))
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => setEndInView(entry?.isIntersecting ?? true))
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return { end, count: ids.filter((id) => !seen.has(id)).length }
}

interface RequestListProps<Request extends QueueRequest> extends ListStates<Row<Request>> {
  table: QueueTable<Request>
  state: TableState
  nowMs: number
  /** While a pointer is over the list, no row may move. */
  onHover: (over: boolean) => void
}

/** Requests one under the other, beside the open request or on a phone. New requests come at the end, and no row moves under the pointer. */
export function RequestList<Request extends QueueRequest>(props: RequestListProps<Request>): ReactNode {
  const { table, listing, state, nowMs, onHover } = props
  const { end, count } = useNewBelow(listing.rows.map(table.idOf))
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [state.id])
  return (
    <section
      ref={list}
      className={classNames(styles.list, listing.rows.length === 0 && styles.blank)}
      aria-label={table.label}
      onPointerEnter={(event) => onHover(event.pointerType === 'mouse')}
      onPointerLeave={() => onHover(false)}
    >
      <Listed {...props} what={table.label.toLowerCase()} older="Show more">
        {(rows) => (
          <ol>
            {rows.map((row) => {
              const id = table.idOf(row)
              return (
                <li key={id}>
                  <Link
                    className={classNames(styles.item, row.left && styles.left)}
                    to={state.addressOf(id)}
                    replace={!state.opensPage}
                    aria-current={id === state.id || undefined}
                  >
                    {table.item(row, nowMs)}
                  </Link>
                </li>
              )
            })}
          </ol>
        )}
      </Listed>
      <div ref={end} className={styles.end} />
      {count > 0 && (
        <Button className={styles.new} icon={ArrowDown} onClick={() => end.current?.scrollIntoView({ block: 'end' })}>
          {count} new below
        </Button>
      )}
    </section>
  )
}
