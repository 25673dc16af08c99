import { limits } from '@kismet/contracts'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import Search from 'lucide-react/icons/search'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { useIsLeaving } from '../leaving.ts'
import { useIsPhone } from '../use-is-phone.ts'
import { useFieldDraft } from '../use-field-draft.ts'
import type { TableState } from './use-table-state.ts'
import styles from './search-field.module.css'

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
  const [text, write, send] = useFieldDraft(search, search)
  const isLeaving = useIsLeaving()
  const ask = (): void => {
    if (text === search) return
    send(text)
    onSearch(text)
  }
  const apply = useEffectEvent(() => {
    if (!isLeaving) ask()
  })
  // `search` too: while the page of older letters is drawn, the field may have come to hold what stands before it.
  useEffect(() => {
    const pause = setTimeout(apply, pauseMs)
    return () => clearTimeout(pause)
  }, [text, search])
  return (
    <SearchBox
      label="Search the list"
      hint={hint}
      text={text}
      onText={write}
      onLeave={(key) => {
        ask()
        if (key === 'Enter') onFirst(text)
      }}
    />
  )
}

interface ListSearchProps {
  hint: string
  state: Pick<TableState, 'search' | 'setSearch'>
  onFirst?: SearchFieldProps['onFirst'] | undefined
}

/** The search of a page that is a list. It stands in the top bar, or on a phone in the page. */
export function useListSearch({ hint, state, onFirst = () => undefined }: ListSearchProps): {
  inTop: ReactNode
  inPage: ReactNode
} {
  const field = <SearchField hint={hint} search={state.search} onSearch={state.setSearch} onFirst={onFirst} />
  return useIsPhone() ? { inTop: false, inPage: field } : { inTop: field, inPage: null }
}

/** A line of its own for the search in the page. */
export const SearchLine = ({ children }: { children: ReactNode }): ReactNode =>
  children !== null && <div className={styles.line}>{children}</div>
