import { dayOf } from '@kismet/contracts'
import { useSearchParams } from 'react-router'
import type { ChosenDays } from '../date-range.tsx'
import { daysInAddress, readDays } from '../date-range.tsx'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import type { Filter, FilteredTable } from './table.ts'
import { useServerNow } from '../use-now.ts'
import { neighbour } from './table.ts'

export interface Sort {
  readonly by: string
  readonly order: 'asc' | 'desc'
}

/** What of a list is shown and which row is open, as the address has it: it survives a reload, can be sent to a colleague, and Back undoes a filter. */
export interface TableState {
  readonly id: string | null
  readonly search: string
  readonly sort: Sort | null
  /** The days that narrow the list. */
  readonly days: ChosenDays
  /** Whether anything is left out; a tab counts only where it narrows (`tabsNarrow`). */
  readonly isNarrowed: boolean
  /** What leaves rows out, besides the search. */
  readonly narrowing: readonly Filter[]
  /** What is chosen in a filter; its first value when nothing is. */
  readonly chosen: (filter: Filter) => string
  readonly choose: (filter: Filter, value: string) => void
  readonly setSearch: (search: string) => void
  readonly setDays: (days: ChosenDays) => void
  readonly setSort: (sort: Sort | null) => void
  /** Back to the whole of the tab, and of the list where tabs narrow; what is open stays open. */
  readonly clear: () => void
  /** Opens a row; null closes it. */
  readonly open: (id: string | null) => void
  /** Whether a row is a page of its own, so that opening it is a step that Back undoes. */
  readonly opensPage: boolean
  /** The address of a row in this list. */
  readonly addressOf: (id: string) => string
}

type Change = Readonly<Record<string, string | null>>

const anySignal = ({ options: [first] }: Filter): string => first?.[0] ?? ''
const orders: Readonly<Record<string, Sort['order']>> = { asc: 'asc', desc: 'desc' }

/** The state of a table. Where a row is a page of its own (`opensPage`), opening one is a step that Back undoes. */
export function useTableState<Row>(
  table: Pick<FilteredTable<Row>, 'columns' | 'tabs' | 'tabsNarrow' | 'filters' | 'dated'>,
  opensPage: boolean,
): TableState {
  const [params, setParams] = useSearchParams()
  const id = params.get('id')
  const search = params.get('search') ?? ''
  const by = params.get('sort')
  const sort =
    by === null || !table.columns.some((column) => column.sort === by)
      ? null
      : { by, order: orders[params.get('order') ?? ''] ?? 'desc' }
  const today = dayOf(useServerNow(60_000))
  const days: ChosenDays = table.dated === undefined ? {} : readDays(params, today)
  const changed = (change: Change): URLSearchParams => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
    }
    return next
  }
  const chosen = (filter: Filter): string => {
    const value = params.get(filter.name)
    return filter.options.some(([option]) => option === value) && value !== null ? value : anySignal(filter)
  }
  const narrowing = table.tabsNarrow && table.tabs ? [table.tabs, ...table.filters] : table.filters
  const nothing = Object.fromEntries(
    ['search', 'days', 'from', 'to', ...narrowing.map(({ name }) => name)].map((name) => [name, null]),
  )
  return {
    id,
    search,
    sort,
    days,
    narrowing,
    isNarrowed:
      search.trim() !== '' ||
      days.from !== undefined ||
      days.to !== undefined ||
      narrowing.some((filter) => chosen(filter) !== anySignal(filter)),
    chosen,
    choose: (filter, value) => {
      const change = { [filter.name]: value === anySignal(filter) ? null : value }
      setParams(changed(filter === table.tabs ? { ...change, id: null } : change))
    },
    // The letters of one word are one step.
    setSearch: (text) => setParams(changed({ search: text }), { replace: search !== '' && text !== '' }),
    setDays: (next) => setParams(changed(daysInAddress(next))),
    setSort: (next) => setParams(changed({ sort: next?.by ?? null, order: next?.order ?? null })),
    clear: () => setParams(changed(nothing)),
    open: (next) => setParams(changed({ id: next }), { replace: !opensPage || id !== null }),
    opensPage,
    addressOf: (next) => `?${changed({ id: next }).toString()}`,
  }
}

/** Opens the next and the previous row by J and K or the arrows. */
export function useRowKeys(ids: readonly string[], { id, open }: TableState): (step: 1 | -1) => void {
  const move = (step: 1 | -1): void => {
    const next = neighbour(ids, id, step)
    if (next !== null) open(next)
  }
  useShortcuts((key) => {
    const step = { J: 1, ArrowDown: 1, K: -1, ArrowUp: -1 } as const
    if (!Object.hasOwn(step, key)) return false
    move(step[key as keyof typeof step])
    return true
  })
  return move
}
