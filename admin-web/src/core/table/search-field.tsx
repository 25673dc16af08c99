import { Icon } from '@kismet/ui/icon.tsx'
import Search from 'lucide-react/icons/search'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { limits } from '@kismet/contracts'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import styles from './search-field.module.css'

/** From the last letter until the server is asked. */
const pauseMs = 200

interface SearchFieldProps {
  hint: string
  /** What is looked for now. */
  search: string
  onSearch: (search: string) => void
  /** Enter: goes to the first that is found. */
  onFirst: (search: string) => void
}

/** Looks through the list on the server. Escape leaves the field and keeps what is in it. */
export function SearchField({ hint, search, onSearch, onFirst }: SearchFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  // Written after this search began; another one, such as by Back, is shown instead.
  const [written, setWritten] = useState({ after: search, text: search })
  const text = written.after === search ? written.text : search
  const apply = useEffectEvent(() => {
    if (text !== search) onSearch(text)
  })
  useEffect(() => {
    const pause = setTimeout(apply, pauseMs)
    return () => clearTimeout(pause)
  }, [text])
  useShortcuts((key) => {
    if (key === '/') input.current?.focus()
    return key === '/'
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Enter')) return
    event.preventDefault()
    if (text !== search) onSearch(text)
    if (event.key === 'Enter') onFirst(text)
    input.current?.blur()
  }
  return (
    <label className={styles.find}>
      <Icon of={Search} size="s" />
      <input
        ref={input}
        type="search"
        aria-label="Search the list"
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.adminList.searchMaxLength}
        value={text}
        onChange={({ target }) => setWritten({ after: search, text: target.value })}
        onKeyDown={onKeyDown}
      />
      <Kbd>/</Kbd>
    </label>
  )
}
