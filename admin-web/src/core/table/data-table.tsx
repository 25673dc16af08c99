import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ReactNode, RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useIsPhone } from '../use-is-phone.ts'
import type { ListStates } from './listed.tsx'
import { Listed } from './listed.tsx'
import type { Column, Table } from './table.ts'
import { sortOf } from './table.ts'
import type { ShownRows } from './use-rows.ts'
import { useRows } from './use-rows.ts'
import { useRowWindow } from './virtual-rows.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import styles from './data-table.module.css'

/** Checkboxes before the rows. */
export interface Ticks<Row> {
  readonly isTicked: (row: Row) => boolean
  readonly onTick: (row: Row, ticked: boolean) => void
  readonly labelOf: (row: Row) => string
  /** Whether the box of a row cannot be ticked. */
  readonly isOff?: (row: Row) => boolean
  readonly all: { readonly ticked: boolean; readonly onTick: (ticked: boolean) => void; readonly label: string }
}

export interface DataTableProps<Row> extends ListStates<Row> {
  table: Table<Row>
  /** The time to which ages are shown. */
  nowMs?: number
  /** The address that the first cell of a row opens; by `state` if missing. */
  toOf?: ((row: Row) => string | undefined) | undefined
  ticks?: Ticks<Row> | undefined
  /** Rows of totals, a cell a column. */
  foot?: readonly (readonly ReactNode[])[] | undefined
  /** Where the table stands: in a panel, on a page of its own, or in a pane from edge to edge. */
  variant?: 'panel' | 'page' | 'pane'
  /** Where J, K and X move through the rows. */
  keys?: 'page' | 'inside'
}

function Head<Row>({ column, shown: { sort, sortBy } }: { column: Column<Row>; shown: ShownRows<Row> }): ReactNode {
  const onSort = sortBy(column)
  const order = onSort && sort?.by === sortOf(column) ? sort?.order : undefined
  const sorted = order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none'
  return (
    <th scope="col" className={classNames(column.isNumber && styles.number)} aria-sort={onSort && sorted}>
      {onSort ? (
        <button type="button" onClick={onSort}>
          {column.title}
          {order && <Icon of={order === 'asc' ? ArrowUp : ArrowDown} size="s" />}
        </button>
      ) : (
        (column.head ?? column.title)
      )}
    </th>
  )
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }): ReactNode {
  const { title, isNumber, place } = column
  const looks = [isNumber && styles.number, place && styles[place], children === '-' && styles.none]
  return (
    <td className={classNames(...looks)} data-title={title}>
      {children}
    </td>
  )
}

interface TickProps {
  label: string
  ticked: boolean
  onTick: (ticked: boolean) => void
  isOff?: boolean
  /** The label is seen beside the box. */
  isWorded?: boolean
}

function Tick({ label, ticked, onTick, isOff = false, isWorded = false }: TickProps): ReactNode {
  return (
    <label>
      <input type="checkbox" disabled={isOff} checked={ticked} onChange={({ target }) => onTick(target.checked)} />
      <span className={textClass(!isWorded && 'sr')}>{label}</span>
    </label>
  )
}

interface LineProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  /** The place of the column that opens the row. */
  opener: number
  props: DataTableProps<Row>
}

/** The cells of a row; the link of one of them takes the whole row. */
function Cells<Row>({ row, columns, opener, props }: LineProps<Row>): ReactNode {
  const { table, state, nowMs = 0, ticks } = props
  const id = table.idOf(row)
  const address = props.toOf ? props.toOf(row) : state?.addressOf(id)
  const replace = state !== undefined && !state.opensPage && address?.startsWith('?') === true
  return (
    <>
      {ticks && (
        <td className={styles.tick}>
          <Tick
            label={ticks.labelOf(row)}
            ticked={ticks.isTicked(row)}
            isOff={ticks.isOff?.(row) === true}
            onTick={(on) => ticks.onTick(row, on)}
          />
        </td>
      )}
      {columns.map((column, at) => {
        const content = column.cell ? column.cell(row, nowMs) : column.text(row)
        return (
          <Cell key={column.title} column={column}>
            {at === opener && address !== undefined ? (
              <Link className={styles.open} to={address} replace={replace} aria-current={state?.id === id || undefined}>
                {content}
              </Link>
            ) : (
              content
            )}
          </Cell>
        )
      })}
    </>
  )
}

/** Takes the height of the rows that are out of view. */
const Space = ({ heightPx }: { heightPx: number }): ReactNode =>
  heightPx > 0 && (
    <tr className={styles.space} aria-hidden="true">
      <td style={{ height: heightPx }} />
    </tr>
  )

const steps: Readonly<Partial<Record<string, 1 | -1>>> = { J: 1, K: -1 }

/**
 * Moves the focus through the rows by J and K. Enter then opens the row, X ticks it. On a page with other keys
 * (`inside`), the rows take the keys only while the focus is among them.
 */
function useRowFocus(body: RefObject<HTMLElement | null>, keys: 'page' | 'inside' | undefined): void {
  useShortcuts((key) => {
    const rows = [...(body.current?.querySelectorAll('tr[data-row]') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    if (keys === undefined || (at === -1 && keys === 'inside')) return false
    if (key === 'X') {
      const box = rows[at]?.querySelector<HTMLElement>('input[type=checkbox]')
      box?.click()
      return box !== null && box !== undefined
    }
    const step = steps[key]
    if (step === undefined) return false
    const next = rows[at === -1 ? 0 : at + step]
    next?.querySelector<HTMLElement>('a, button, input')?.focus()
    next?.scrollIntoView({ block: 'nearest' })
    return true
  })
}

function Rows<Row extends object>({ isPhone, ...props }: DataTableProps<Row> & { isPhone: boolean }): ReactNode {
  const { table, listing, state, ticks, foot, keys } = props
  const { label, idOf, isFaint } = table
  const shown = useRows(table, listing, state)
  const { columns, rows } = shown
  const body = useRef<HTMLTableSectionElement>(null)
  const { from, to, beforePx, afterPx, measure } = useRowWindow(body, rows.length)
  useRowFocus(body, keys)
  // A card may hide the first column.
  const opener = Math.max(0, isPhone ? columns.findIndex(({ place }) => place === 'head') : 0)
  const className = classNames(styles.table, isPhone ? styles.cards : styles.columns)
  return (
    <table className={className} aria-label={label} aria-busy={listing.busy} aria-rowcount={measure && rows.length + 1}>
      <thead>
        <tr>
          {ticks && (
            <th scope="col" className={styles.tick}>
              <Tick {...ticks.all} isWorded={isPhone} />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.title} column={column} shown={shown} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Space heightPx={beforePx} />
        {rows.slice(from, to).map((row, at) => (
          <tr
            key={idOf(row)}
            ref={measure}
            data-row=""
            data-index={from + at}
            aria-rowindex={measure && from + at + 2}
            className={classNames(isFaint?.(row) === true && styles.faint)}
          >
            <Cells row={row} columns={columns} opener={opener} props={props} />
          </tr>
        ))}
        <Space heightPx={afterPx} />
      </tbody>
      {foot && (
        <tfoot>
          {foot.map((totals, nth) => (
            <tr key={nth}>
              {columns.map((column) => (
                <Cell key={column.title} column={column}>
                  {totals[table.columns.indexOf(column)]}
                </Cell>
              ))}
            </tr>
          ))}
        </tfoot>
      )}
    </table>
  )
}

/** Whether the content of an element is wider than the element, which then needs a tab stop to be scrolled by keys. */
function useScrolls(room: RefObject<Element | null>): boolean {
  const [scrolls, setScrolls] = useState(false)
  useLayoutEffect(() => {
    const element = room.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    observer.observe(content)
    return () => observer.disconnect()
  }, [room])
  return scrolls
}

/** Takes the width of a table. In a panel (`label`) it has a tab stop where the table is wider. */
function Room({ label, children }: { label: string | null; children: ReactNode }): ReactNode {
  const room = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(room)
  const group = label !== null && { role: 'group', 'aria-label': label, tabIndex: scrolls ? 0 : undefined }
  return (
    <div ref={room} className={styles.room} {...group}>
      {children}
    </div>
  )
}

/** The table of the back office: columns where there is room for columns, cards on a phone, and each state of its list. */
export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactNode {
  const { table, listing, variant = 'panel' } = props
  const isPhone = useIsPhone()
  const isPanel = variant === 'panel'
  const list = (
    <Listed
      {...props}
      what={table.what ?? table.label.toLowerCase()}
      // The page of a panel has its own words for an empty list.
      {...(isPanel ? { state: undefined } : { older: 'Show more' })}
    >
      {() => (
        <Room label={isPanel ? table.label : null}>
          <Rows {...props} isPhone={isPhone} />
        </Room>
      )}
    </Listed>
  )
  if (isPanel) return <div className={styles.panel}>{list}</div>
  return (
    <section
      className={classNames(styles.wide, styles[variant], listing.rows.length === 0 && styles.blank)}
      aria-label={table.label}
    >
      {list}
    </section>
  )
}
