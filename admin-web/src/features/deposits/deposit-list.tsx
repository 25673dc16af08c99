import { Button } from '@kismet/ui/controls/button.tsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Kbd } from '../../app/keyboard/kbd.tsx'
import { DepositItem } from './deposit-item.tsx'
import type { Row } from './queue.ts'
import styles from './deposit-list.module.css'

/** How many rows have come below the end of what is in view. */
function useNewBelow(rows: readonly Row[]): { end: RefObject<HTMLLIElement | null>; count: number } {
  const end = useRef<HTMLLIElement>(null)
  const [endInView, setEndInView] = useState(true)
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set())
  const ids = rows.map(({ deposit }) => deposit._id)
  if (endInView && ids.some((id) => !seen.has(id))) setSeen(new Set(ids))
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => setEndInView(entry?.isIntersecting ?? true))
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return { end, count: ids.filter((id) => !seen.has(id)).length }
}

interface DepositListProps {
  rows: readonly Row[]
  openId: string | null
  searchOf: (id: string) => string
  replace: boolean
  nowMs: number
  note: string | null
  more: (() => void) | null
  busy: boolean
  onHover: (over: boolean) => void
}

/** The requests, oldest first. New ones come at the end, and nothing moves under the pointer. */
export function DepositList(props: DepositListProps): ReactNode {
  const { rows, openId, searchOf, replace, nowMs, note, more, busy, onHover } = props
  const { end, count } = useNewBelow(rows)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [openId])
  return (
    <section
      ref={list}
      className={styles.list}
      aria-label="Deposit requests"
      onPointerEnter={(event) => onHover(event.pointerType === 'mouse')}
      onPointerLeave={() => onHover(false)}
    >
      <ol>
        {rows.map((row) => (
          <DepositItem
            key={row.deposit._id}
            row={row}
            isOpen={row.deposit._id === openId}
            search={searchOf(row.deposit._id)}
            replace={replace}
            nowMs={nowMs}
          />
        ))}
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
      <p className={styles.keys}>
        <span>
          <Kbd>J</Kbd>
          <Kbd>K</Kbd> next, previous
        </span>
        <span>
          <Kbd>A</Kbd> approve
        </span>
        <span>
          <Kbd>R</Kbd> reject
        </span>
        <span>
          <Kbd>/</Kbd> search
        </span>
        <span>
          <Kbd>?</Kbd> all keys
        </span>
      </p>
    </section>
  )
}
