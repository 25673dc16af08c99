import { classNames } from '@kismet/ui/class-names.ts'
import { IconButton } from '@kismet/ui/controls/button.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { saveCsv } from './csv.ts'
import type { Filter, Table } from './table.ts'
import type { Sort, TableState } from './use-table-state.ts'
import styles from './table-bar.module.css'

function Pick({
  filter: { title, options },
  value,
  onValue,
}: {
  filter: Omit<Filter, 'name'>
  value: string
  onValue: (value: string) => void
}): ReactNode {
  return (
    <label className={classNames(styles.pick, value !== options[0]?.[0] && styles.on)}>
      {title}
      <select value={value} onChange={(event) => onValue(event.target.value)}>
        {options.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size="s" />
    </label>
  )
}

const textOf = (sort: Sort | null): string => (sort === null ? '' : `${sort.by} ${sort.order}`)

/** The orders that a list can have: that of its work, then each column both ways. */
function ordersOf<Row>({ columns }: Table<Row>): readonly { sort: Sort | null; word: string }[] {
  const sorted = columns.flatMap(({ sort: by, title }) =>
    by === undefined
      ? []
      : (['desc', 'asc'] as const).map((order) => ({
          sort: { by, order },
          word: `${title} ${order === 'desc' ? '↓' : '↑'}`,
        })),
  )
  return [{ sort: null, word: 'By its turn' }, ...sorted]
}

interface TableBarProps<Row> {
  table: Table<Row>
  state: TableState
  /** What is shown now, for the file. */
  rows: readonly Row[]
  /** Beside the word of a tab. */
  countOf: (tab: string) => number | null
  children: ReactNode
}

/** Which list, what of it, in which order, and as a file. */
export function TableBar<Row>({ table, state, rows, countOf, children }: TableBarProps<Row>): ReactNode {
  const { tabs, filters, columns, label } = table
  const orders = ordersOf(table)
  return (
    <div className={styles.bar} role="search" aria-label="Filters">
      <div className={styles.lists} role="group" aria-label={tabs.title}>
        {tabs.options.map(([value, word]) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === state.chosen(tabs)}
            onClick={() => state.choose(tabs, value)}
          >
            {word}
            {countOf(value) !== null && <b>{countOf(value)}</b>}
          </button>
        ))}
      </div>
      {children}
      {filters.map((filter) => (
        <Pick
          key={filter.name}
          filter={filter}
          value={state.chosen(filter)}
          onValue={(value) => state.choose(filter, value)}
        />
      ))}
      <Pick
        filter={{ title: 'Order', options: orders.map(({ sort, word }) => [textOf(sort), word]) }}
        value={textOf(state.sort)}
        onValue={(value) => state.setSort(orders.find(({ sort }) => textOf(sort) === value)?.sort ?? null)}
      />
      <span className={styles.file}>
        <IconButton
          icon={Download}
          size="s"
          label={`Save the ${rows.length} rows shown as CSV`}
          disabled={rows.length === 0}
          onClick={() => saveCsv(label, columns, rows)}
        />
      </span>
    </div>
  )
}
