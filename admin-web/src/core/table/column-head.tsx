import { classNames } from '@kismet/ui/class-names.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ReactNode } from 'react'
import type { Column } from './table.ts'
import type { TableState } from './use-table-state.ts'

/** The head of a column; a button where the server sorts by it. */
export function ColumnHead<Row>({
  column: { title, sort, isNumber },
  state,
  numberLook,
}: {
  column: Column<Row>
  state: TableState | undefined
  /** The look of a column of numbers. */
  numberLook: string | undefined
}): ReactNode {
  const look = isNumber && numberLook
  if (sort === undefined || state === undefined)
    return (
      <th scope="col" className={classNames(look)}>
        {title}
      </th>
    )
  const order = state.sort?.by === sort ? state.sort.order : null
  return (
    <th
      scope="col"
      className={classNames(look)}
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" onClick={() => state.setSort({ by: sort, order: order === 'desc' ? 'asc' : 'desc' })}>
        {title}
        {order !== null && <Icon of={order === 'asc' ? ArrowUp : ArrowDown} size="s" />}
      </button>
    </th>
  )
}
