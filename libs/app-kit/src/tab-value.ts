import type { z } from 'zod'
import { readJson } from './session/stored-session.ts'

/** One value that this tab keeps over a reload. Closing the tab forgets the value. */
export interface TabValue<T> {
  /** Null if the tab has no value, or a damaged one. */
  readonly read: () => T | null
  /** Null removes the value. */
  readonly write: (value: T | null) => void
}

/** A value of this shape in the storage of this tab. */
export function tabValue<T>(key: string, shape: z.ZodType<T>): TabValue<T> {
  return {
    read: () => readJson(shape, sessionStorage.getItem(key)),
    write: (value) => {
      if (value === null) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, JSON.stringify(value))
    },
  }
}
