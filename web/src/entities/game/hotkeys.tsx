import { Checkbox } from '@kismet/ui/controls/choice.tsx'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { z } from 'zod'
import { useDraft } from '../session/drafts.ts'
import styles from './game.module.css'

/** What keys do, by their place on the keyboard (`KeyboardEvent.code`), whatever letters are on them. */
export type KeyActions = Readonly<Partial<Record<'Space' | 'KeyH' | 'KeyD' | 'KeyM', () => void>>>

const typed = 'input:not([type=checkbox]), textarea, select, dialog'
const pressed = `${typed}, input, a, button, summary, [role=slider], [role=tab], [role=menuitem]`

/** Whether a key belongs to what has the focus: all of them where something is typed, Space where it presses and something comes of it. A tile that was opened keeps the focus. */
function isTaken({ code, target }: KeyboardEvent): boolean {
  const holder = target instanceof Element ? target.closest(code === 'Space' ? pressed : typed) : null
  return holder !== null && holder.getAttribute('aria-disabled') !== 'true'
}

/** While it is on, keys act where they do nothing else. Space scrolls the page for everybody who has not asked for this. */
function useKeys(isOn: boolean, actions: KeyActions): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const action = new Map(Object.entries(actions)).get(event.code)
    if (!action || event.repeat || event.defaultPrevented || isTaken(event)) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (document.querySelector('dialog[open], [role=dialog], [role=menu]') !== null) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    if (!isOn) return undefined
    const listener = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [isOn])
}

const IsOn = z.boolean()

/** The switch of the keys of a game, off until it is asked for; `children` says what they do. Not shown where there is no keyboard. */
export function Hotkeys({ actions, children }: { actions: KeyActions; children: ReactNode }): ReactNode {
  const [isOn, keep] = useDraft('hotkeys', IsOn, false)
  const place = useRef<HTMLDivElement>(null)
  const isByPointer = useRef(false)
  useKeys(isOn, actions)
  const change = (wanted: boolean): void => {
    keep(() => wanted)
    // Who has pressed it with a pointer wants the next Space to play, and not to undo this. A label hands the focus on after the change.
    if (isByPointer.current) setTimeout(() => place.current?.querySelector('input')?.blur())
  }
  return (
    <div
      className={styles.keys}
      ref={place}
      onPointerDown={() => {
        isByPointer.current = true
      }}
      onKeyDown={() => {
        isByPointer.current = false
      }}
    >
      <Checkbox checked={isOn} onChange={change}>
        {children}
      </Checkbox>
    </div>
  )
}
