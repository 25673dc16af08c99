import { classNames } from '@kismet/ui/class-names.ts'
import { IconButton } from '@kismet/ui/controls/button.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { ColumnChoice } from './column-choice.tsx'
import { saveCsv } from './csv.ts'
import type { Filter, FilteredTable } from './table.ts'
import { Tabs } from './tabs.tsx'
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
function ordersOf<Row>({ columns }: FilteredTable<Row>): readonly { sort: Sort | null; word: string }[] {
  const sorted = columns.flatMap(({ sort: by, title }) =>
    by === undefined || by === true
      ? []
      : (['desc', 'asc'] as const).map((order) => ({
          sort: { by, order },
          word: `${title} ${order === 'desc' ? '↓' : '↑'}`,
        })),
  )
  return [{ sort: null, word: 'Default order' }, ...sorted]
}

/** A list as a file. */
export interface TableFile {
  readonly label: string
  readonly busy: boolean
  readonly take: () => void
}

interface TableBarProps<Row> {
  table: FilteredTable<Row>
  state: TableState
  /** What is shown now, for the file. */
  rows: readonly Row[]
  /** The file of the export, instead of the shown rows; null: the table has no export. */
  file?: TableFile | null
  /** Beside the word of a tab. */
  countOf?: (tab: string) => number | null
  children?: ReactNode
}

/** The bar of a table: tabs, filters, order, columns and export. */
export function TableBar<Row>(props: TableBarProps<Row>): ReactNode {
  const { table, state, rows, countOf = () => null, children } = props
  const { tabs, filters, columns, label } = table
  const shown = {
    label: `Save the ${rows.length} rows shown as CSV`,
    busy: rows.length === 0,
    take: () => saveCsv(label, columns, rows),
  }
  const { file = shown } = props
  const orders = ordersOf(table)
  return (
    <div className={styles.bar} role="search" aria-label="Filters">
      <Tabs filter={tabs} value={state.chosen(tabs)} onValue={(value) => state.choose(tabs, value)} countOf={countOf} />
      {children}
      {filters.map((filter) => (
        <Pick
          key={filter.name}
          filter={filter}
          value={state.chosen(filter)}
          onValue={(value) => state.choose(filter, value)}
        />
      ))}
      {orders.length > 1 && (
        <Pick
          filter={{ title: 'Order', options: orders.map(({ sort, word }) => [textOf(sort), word]) }}
          value={textOf(state.sort)}
          onValue={(value) => state.setSort(orders.find(({ sort }) => textOf(sort) === value)?.sort ?? null)}
        />
      )}
      <span className={styles.file}>
        <ColumnChoice table={table} />
        {file && <IconButton icon={Download} size="s" label={file.label} disabled={file.busy} onClick={file.take} />}
      </span>
    </div>
  )
}
