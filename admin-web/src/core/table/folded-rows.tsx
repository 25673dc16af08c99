import { classNames } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Listing, Table } from './table.ts'
import type { TableState } from './use-table-state.ts'
import styles from './folded-rows.module.css'

/** Rows and what they need to know. */
export interface RowsProps<Row> {
  table: Table<Row>
  state: TableState
  listing: Listing<Row>
  nowMs: number
  /** Whether the open row is a step that Back undoes. */
  opensPage: boolean
  /** What is missing, said at the end. */
  note?: string | null
  /** While a pointer is over it, nothing may move. */
  onHover?: (over: boolean) => void
}

/** How many rows have come below the end of what is in view. */
function useNewBelow(ids: readonly string[]): { end: RefObject<HTMLLIElement | null>; count: number } {
  const end = useRef<HTMLLIElement>(null)
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

/** Rows one under the other, where there is no room for columns. New ones come at the end, and nothing moves under the pointer. */
export function FoldedRows<Row>(props: RowsProps<Row>): ReactNode {
  const { table, state, listing, nowMs, opensPage, note = null, onHover } = props
  const { rows, more, busy } = listing
  const { end, count } = useNewBelow(rows.map(table.idOf))
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [state.id])
  return (
    <section
      ref={list}
      className={styles.list}
      aria-label={table.label}
      onPointerEnter={(event) => onHover?.(event.pointerType === 'mouse')}
      onPointerLeave={() => onHover?.(false)}
    >
      <ol>
        {rows.map((row) => {
          const id = table.idOf(row)
          return (
            <li key={id}>
              <Link
                className={classNames(styles.item, table.isFaint?.(row) === true && styles.left)}
                to={state.addressOf(id)}
                replace={!opensPage}
                aria-current={id === state.id || undefined}
              >
                {table.fold(row, nowMs)}
              </Link>
            </li>
          )
        })}
        <li ref={end} className={styles.end} aria-hidden={more === null && note === null}>
          {note !== null && <p className="small mute">{note}</p>}
          {more && (
            <Button busy={busy} onClick={more}>
              Show more
            </Button>
          )}
        </li>
      </ol>
      {count > 0 && (
        <Button className={styles.below} icon={ArrowDown} onClick={() => end.current?.scrollIntoView({ block: 'end' })}>
          {count} new below
        </Button>
      )}
    </section>
  )
}
