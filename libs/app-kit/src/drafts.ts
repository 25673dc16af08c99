import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { readJson } from './session/stored-session.ts'

/** A draft in the storage of this tab: its owner and its value, never a password or a code. */
const Kept = z.object({ owner: z.string(), value: z.unknown() })

const formKey = (name: string): string => `form:${name}`

/** Chosen files, which cannot be stored over a reload. */
const files = new Map<string, { readonly owner: string; readonly file: File | null }>()

const listeners = new Set<() => void>()
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const changed = (): void => listeners.forEach((listener) => listener())

/** Text in the storage of this tab; null removes the text. */
export function storeTabText(key: string, text: string | null): void {
  if (text === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, text)
  changed()
}

/** The value in the first frame, which is rendered without a session. */
const nothingStored = (): null => null

/** Text in the storage of this tab, and its changes by `storeTabText`. */
export function useTabText(key: string): string | null {
  return useSyncExternalStore(subscribe, () => sessionStorage.getItem(key), nothingStored)
}

/** The draft of this owner. */
function valueIn<T>(text: string | null, owner: string, shape: z.ZodType<T>, initial: T): T {
  const kept = readJson(Kept, text)
  const value = kept?.owner === owner ? shape.safeParse(kept.value) : null
  return value?.success === true ? value.data : initial
}

/** Whether this owner has a draft or a chosen file. Without an owner, the drafts of a session that ended by itself count. */
function hasDraftOf(owner: string): boolean {
  const isOwn = (of: string | undefined): boolean => of !== undefined && (owner === '' || of === owner)
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(formKey('')))
  return (
    keys.some((key) => isOwn(readJson(Kept, sessionStorage.getItem(key))?.owner)) ||
    [...files.values()].some((kept) => kept.file !== null && isOwn(kept.owner))
  )
}

/** Deletes the drafts of this tab at a logout. A session that ends by itself keeps its drafts. */
export function deleteDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(formKey(''))) sessionStorage.removeItem(key)
  files.clear()
  changed()
}

/** The hooks of drafts. */
export interface DraftHooks {
  /**
   * State of a form that stays with its owner: on other pages, after the end of the session and after a reload of this
   * tab. Another owner begins with `initial`. `change` also works after the form has left the page. `shape` and
   * `initial` are constants.
   */
  readonly useDraft: <T>(
    name: string,
    shape: z.ZodType<T>,
    initial: T,
  ) => [value: T, change: (next: (before: T) => T) => void]
  /** The chosen file of a form. Only a reload removes the file. */
  readonly useDraftFile: (name: string) => [file: File | null, choose: (file: File | null) => void]
  /** Whether a form of this owner has a draft, which the end of this tab would delete. */
  readonly useHasDrafts: () => boolean
}

/** Drafts of an app. @param useOwner the id of who is logged in, or an empty text */
export function draftHooks(useOwner: () => string): DraftHooks {
  return {
    useDraft: (name, shape, initial) => {
      const owner = useOwner()
      const text = useTabText(formKey(name))
      const value = useMemo(() => valueIn(text, owner, shape, initial), [text, owner, shape, initial])
      const change = (next: (before: typeof initial) => typeof initial): void => {
        const before = valueIn(sessionStorage.getItem(formKey(name)), owner, shape, initial)
        const value = next(before)
        if (value !== before) storeTabText(formKey(name), value === initial ? null : JSON.stringify({ owner, value }))
      }
      return [value, change]
    },
    useDraftFile: (name) => {
      const owner = useOwner()
      const kept = useSyncExternalStore(subscribe, () => files.get(name) ?? null, nothingStored)
      const choose = (file: File | null): void => {
        files.set(name, { owner, file })
        changed()
      }
      return [kept?.owner === owner ? kept.file : null, choose]
    },
    useHasDrafts: () => {
      const owner = useOwner()
      return useSyncExternalStore(
        subscribe,
        () => hasDraftOf(owner),
        () => false,
      )
    },
  }
}
