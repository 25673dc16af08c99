import { DepositMethod } from '@kismet/contracts'
import { classNames } from '@kismet/ui/class-names.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import type { ListStatus } from '../../app/queue/deposits-api.ts'
import type { Filters } from './filters.ts'
import { amountBands, isAmountBand } from './filters.ts'
import styles from './filter-bar.module.css'

const lists: readonly { status: ListStatus; word: string }[] = [
  { status: 'pending', word: 'Pending' },
  { status: 'approved', word: 'Approved' },
  { status: 'rejected', word: 'Rejected' },
  { status: 'all', word: 'All' },
]

function Pick({
  name,
  value,
  onValue,
  options,
}: {
  name: string
  value: string
  onValue: (value: string) => void
  options: readonly (readonly [value: string, word: string])[]
}): ReactNode {
  return (
    <label className={classNames(styles.pick, value !== 'any' && styles.on)}>
      {name}
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

interface FilterBarProps {
  status: ListStatus
  onStatus: (status: ListStatus) => void
  pending: number | null
  filters: Filters
  onFilters: (filters: Filters) => void
  children: ReactNode
}

const methods = [['any', 'Any'], ...DepositMethod.options.map((method) => [method, method] as const)] as const
const amounts = Object.entries(amountBands).map(([band, { word }]) => [band, word] as const)

/** Which list, and what of it. */
export function FilterBar({ status, onStatus, pending, filters, onFilters, children }: FilterBarProps): ReactNode {
  return (
    <div className={styles.bar} role="search" aria-label="Filters">
      <div className={styles.lists} role="group" aria-label="Status">
        {lists.map((list) => (
          <button
            key={list.status}
            type="button"
            aria-pressed={list.status === status}
            onClick={() => onStatus(list.status)}
          >
            {list.word}
            {list.status === 'pending' && pending !== null && <b>{pending}</b>}
          </button>
        ))}
      </div>
      <Pick
        name="Method"
        value={filters.method}
        options={methods}
        onValue={(value) => onFilters({ ...filters, method: DepositMethod.safeParse(value).data ?? 'any' })}
      />
      <Pick
        name="Amount"
        value={filters.amount}
        options={amounts}
        onValue={(value) => onFilters({ ...filters, amount: isAmountBand(value) ? value : 'any' })}
      />
      {children}
      <span className={styles.order}>
        {status === 'pending' ? 'Oldest first' : status === 'all' ? 'Waiting first, then newest' : 'Newest first'}
      </span>
    </div>
  )
}
