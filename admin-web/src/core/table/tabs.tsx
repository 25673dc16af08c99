import type { ReactNode } from 'react'
import type { Filter } from './table.ts'
import styles from './tabs.module.css'

interface TabsProps {
  filter: Pick<Filter, 'title' | 'options'>
  /** What is chosen. */
  value: string
  onValue: (value: string) => void
  /** Beside the word of a tab; null where there is nothing to say. */
  countOf?: (value: string) => ReactNode
}

/** A choice that is always in view, of few words. */
export function Tabs({ filter: { title, options }, value, onValue, countOf = () => null }: TabsProps): ReactNode {
  return (
    <div className={styles.tabs} role="group" aria-label={title}>
      {options.map(([option, word]) => {
        const count = countOf(option)
        return (
          <button key={option} type="button" aria-pressed={option === value} onClick={() => onValue(option)}>
            {word}
            {count !== null && <b>{count}</b>}
          </button>
        )
      })}
    </div>
  )
}
