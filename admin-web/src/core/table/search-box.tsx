import { limits } from '@kismet/contracts'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import Search from 'lucide-react/icons/search'
import type { KeyboardEvent, ReactNode } from 'react'
import { useRef } from 'react'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import styles from './search-box.module.css'

interface SearchBoxProps {
  label: string
  hint: string
  text: string
  onText: (text: string) => void
  /** Enter or Escape was pressed, which leave the field. */
  onLeave: (key: 'Enter' | 'Escape') => void
}

/** The field of a search in the top bar; `/` goes there. */
export function SearchBox({ label, hint, text, onText, onLeave }: SearchBoxProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  useShortcuts((key) => {
    if (key === '/') input.current?.focus()
    return key === '/'
  })
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent): void => {
    if (nativeEvent.isComposing || (key !== 'Escape' && key !== 'Enter')) return
    nativeEvent.preventDefault()
    onLeave(key)
    input.current?.blur()
  }
  return (
    <label className={styles.find}>
      <Icon of={Search} size="s" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.adminList.searchMaxLength}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onKeyDown}
      />
      <Kbd>/</Kbd>
    </label>
  )
}
