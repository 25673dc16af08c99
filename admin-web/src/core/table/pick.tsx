import { classNames } from '@kismet/ui/class-names.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { Options } from '@kismet/ui/controls/text-field.tsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import type { Filter } from './table.ts'
import styles from './table-bar.module.css'

interface PickProps {
  title: string
  value: string
  onValue: (value: string) => void
  /** Whether a choice is made, or is missing. */
  variant?: 'on' | 'missing' | undefined
  /** The options. */
  children: ReactNode
}

/** A choice with its title in one field. */
export function Pick({ title, value, onValue, variant, children }: PickProps): ReactNode {
  return (
    <label className={classNames(styles.pick, variant && styles[variant])}>
      {title}
      <select value={value} onChange={({ target }) => onValue(target.value)}>
        {children}
      </select>
      <Icon of={ChevronDown} size="s" />
    </label>
  )
}

interface FilterPickProps {
  filter: Omit<Filter, 'name'>
  value: string
  onValue: (value: string) => void
}

/** The choice of a filter. It stands out while it leaves rows out. */
export function FilterPick({ filter: { title, options }, value, onValue }: FilterPickProps): ReactNode {
  return (
    <Pick title={title} value={value} onValue={onValue} variant={value === options[0]?.[0] ? undefined : 'on'}>
      <Options of={options} />
    </Pick>
  )
}
