import { readJson } from '@kismet/app-kit/session/kept-session.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { useAppSelector } from '../../core/store.ts'
import { selectSession } from './session-slice.ts'

/** A form as this tab keeps it: whose it is, and what stands in it. Never a password, and no code. */
const Kept = z.object({ playerId: z.string(), value: z.unknown() })

const keyOf = (name: string): string => `form:${name}`
const textOf = (name: string): string | null => sessionStorage.getItem(keyOf(name))

/** What cannot be written down: chosen files, until the page is loaded again. */
const files = new Map<string, { readonly playerId: string; readonly file: File | null }>()

const listeners = new Set<() => void>()
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const changed = (): void => listeners.forEach((listener) => listener())

/** In the first frame, which is drawn for nobody. */
const nothingKept = (): null => null

function usePlayerId(): string {
  return useAppSelector(selectSession)?.user.id ?? ''
}

/** What stands in a form and is this player's. */
function valueIn<T>(text: string | null, playerId: string, shape: z.ZodType<T>, initial: T): T {
  const kept = readJson(Kept, text)
  const value = kept?.playerId === playerId ? shape.safeParse(kept.value) : null
  return value?.success === true ? value.data : initial
}

/**
 * State of a form that stays with its player: while another page is looked at, over the end of the session, and when this tab is loaded again. Another player of the tab
 * begins with `initial`. `change` works, too, when the form is not on the page any more, as after an upload. `shape` and `initial` are constants.
 */
export function useKeptForm<T>(
  name: string,
  shape: z.ZodType<T>,
  initial: T,
): [value: T, change: (next: (before: T) => T) => void] {
  const playerId = usePlayerId()
  const text = useSyncExternalStore(subscribe, () => textOf(name), nothingKept)
  const value = useMemo(() => valueIn(text, playerId, shape, initial), [text, playerId, shape, initial])
  const change = (next: (before: T) => T): void => {
    const kept = { playerId, value: next(valueIn(textOf(name), playerId, shape, initial)) }
    sessionStorage.setItem(keyOf(name), JSON.stringify(kept))
    changed()
  }
  return [value, change]
}

/** Who logs out leaves nothing behind in this tab. A session that ends by itself keeps its forms. */
export function forgetForms(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(keyOf(''))) sessionStorage.removeItem(key)
  files.clear()
  changed()
}

/** The file of a form, kept like the rest of it, but for a reload. */
export function useKeptFile(name: string): [file: File | null, choose: (file: File | null) => void] {
  const playerId = usePlayerId()
  const kept = useSyncExternalStore(subscribe, () => files.get(name) ?? null, nothingKept)
  const choose = (file: File | null): void => {
    files.set(name, { playerId, file })
    changed()
  }
  return [kept?.playerId === playerId ? kept.file : null, choose]
}
