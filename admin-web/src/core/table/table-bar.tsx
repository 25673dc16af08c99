import { Button, IconButton } from '@kismet/ui/controls/button.tsx'
import { Switch } from '@kismet/ui/controls/choice.tsx'
import { InfoDialog } from '@kismet/ui/feedback/dialog.tsx'
import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import type { Glyph } from '@kismet/ui/icon.tsx'
import Columns3 from 'lucide-react/icons/columns-3'
import Download from 'lucide-react/icons/download'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useIsPhone } from '../use-is-phone.ts'
import { DateRange } from '../date-range.tsx'
import { useHiddenColumns } from './hidden-columns.ts'
import { FilterPick } from './pick.tsx'
import type { Filter, FilteredTable, Table } from './table.ts'
import { Tabs } from './tabs.tsx'
import type { Sort, TableState } from './use-table-state.ts'
import styles from './table-bar.module.css'

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

/** Chooses the columns of a table. The first column names its row and always stays. */
export function ColumnChoice<Row>({ table: { label, columns } }: { table: Table<Row> }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [hidden, setHidden] = useHiddenColumns(label)
  return (
    <>
      <IconButton icon={Columns3} size="s" label="Choose columns" onClick={() => setOpen(true)} />
      {isOpen && (
        <InfoDialog title="Columns" onClose={() => setOpen(false)}>
          <Stack as="ul" gap={1}>
            {columns.slice(1).map(({ title }) => (
              <Row key={title} as="li" spread>
                {title}
                <Switch
                  label={title}
                  checked={!hidden.includes(title)}
                  onChange={(isShown) =>
                    setHidden(isShown ? hidden.filter((one) => one !== title) : [...hidden, title])
                  }
                />
              </Row>
            ))}
          </Stack>
        </InfoDialog>
      )}
    </>
  )
}

/** A list as a file. */
export interface TableFile {
  readonly label: string
  readonly busy: boolean
  readonly icon?: Glyph
  readonly take: () => void
}

interface TableBarProps<Row> {
  table: FilteredTable<Row>
  state: TableState
  /** The files of the export. The list is empty for a role that may not export. */
  files: readonly TableFile[]
  /** Beside the choice of columns. */
  tools?: ReactNode
  /** Beside the word of a tab. */
  countOf?: (tab: string) => number | null
  children?: ReactNode
}

/** The filters, the order, the columns and the export of a table. */
function Tools<Row>({ table, state, files, tools }: Omit<TableBarProps<Row>, 'countOf' | 'children'>): ReactNode {
  const { filters, dated } = table
  const orders = ordersOf(table)
  return (
    <>
      {dated !== undefined && <DateRange title={dated} days={state.days} onDays={state.setDays} />}
      {filters.map((filter) => (
        <FilterPick
          key={filter.name}
          filter={filter}
          value={state.chosen(filter)}
          onValue={(value) => state.choose(filter, value)}
        />
      ))}
      {orders.length > 1 && (
        <FilterPick
          filter={{ title: 'Order', options: orders.map(({ sort, word }) => [textOf(sort), word]) }}
          value={textOf(state.sort)}
          onValue={(value) => state.setSort(orders.find(({ sort }) => textOf(sort) === value)?.sort ?? null)}
        />
      )}
      <span className={styles.file}>
        {tools}
        <ColumnChoice table={table} />
        {files.map(({ label, icon = Download, busy, take }) => (
          <IconButton key={label} icon={icon} size="s" label={label} disabled={busy} onClick={take} />
        ))}
      </span>
    </>
  )
}

/** How many filters leave rows out, besides the search and the tabs. */
const chosenOf = ({ days, narrowing, chosen }: TableState, tabs: Filter | undefined): number =>
  narrowing.filter((filter) => filter !== tabs && chosen(filter) !== filter.options[0]?.[0]).length +
  (days.from === undefined && days.to === undefined ? 0 : 1)

/** The bar of a table: tabs, filters, order, columns and export. On a phone a button opens all but the tabs and the search. */
export function TableBar<Row>(props: TableBarProps<Row>): ReactNode {
  const { table, state, countOf = () => null, children } = props
  const { tabs } = table
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const chosen = chosenOf(state, tabs)
  return (
    <div className={styles.bar} role="search" aria-label="Filters">
      {tabs && (
        <Tabs
          filter={tabs}
          value={state.chosen(tabs)}
          onValue={(value) => state.choose(tabs, value)}
          countOf={countOf}
        />
      )}
      {children}
      {isPhone && (
        <Button icon={SlidersHorizontal} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Filters{chosen > 0 && ` ${chosen}`}
        </Button>
      )}
      {(!isPhone || isOpen) && <Tools {...props} />}
    </div>
  )
}
