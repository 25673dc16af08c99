import { classNames } from '@kismet/ui/class-names.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
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
