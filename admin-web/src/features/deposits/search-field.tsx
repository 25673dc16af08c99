import { Icon } from '@kismet/ui/icon.tsx'
import Search from 'lucide-react/icons/search'
import type { KeyboardEvent, ReactNode } from 'react'
import { useRef } from 'react'
import { Kbd } from '../../app/keyboard/kbd.tsx'
import { useShortcuts } from '../../app/keyboard/use-shortcuts.ts'
import styles from './search-field.module.css'

/** Looks among the rows of the list, by player, reference or id. */
export function SearchField({ text, onText }: { text: string; onText: (text: string) => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  useShortcuts((key) => {
    if (key === '/') input.current?.focus()
    return key === '/'
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onText('')
    input.current?.blur()
  }
  return (
    <label className={styles.find}>
      <Icon of={Search} size="s" />
      <input
        ref={input}
        type="search"
        aria-label="Search the list"
        placeholder="Player, UTR, id"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Kbd>/</Kbd>
    </label>
  )
}
