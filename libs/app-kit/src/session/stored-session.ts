import { z } from 'zod'

/** What of a session every app keeps. */
export interface AnySession {
  readonly token: string
}

/** How an app keeps its session in the storage of the browser (spec 3). */
export interface SessionKeys<S extends AnySession> {
  readonly token: string
  readonly lastActivity: string
  /** All other keys that end with the session: its own, and those of the other role (spec 4.11). */
  readonly others: readonly string[]
  /** The session with this token, or null when a part of it is missing or damaged. */
  readonly read: (token: string, textOf: (key: string) => string | null) => S | null
  /** What is written besides the token. */
  readonly texts: (session: S) => Readonly<Record<string, string>>
}

/** The session as the browser keeps it, one for all tabs. */
export interface StoredSession<S extends AnySession> {
  readonly read: () => S | null
  readonly write: (session: S) => void
  /** Forgets the session of this token; what another tab has logged in with since stays. */
  readonly clear: (token: string | null) => void
  /** Writes texts that belong to the session of this token. One that another tab has ended or replaced is left as it is. */
  readonly writeTexts: (token: string, texts: Readonly<Record<string, string>>) => void
  /** Whether a change by another tab is about the session. Only the token speaks of it: it is written last, and the rest without it is a login that has not wholly arrived. */
  readonly isConcerned: (key: string | null) => boolean
  /** When somebody last did something in any tab of this browser, in ms since the epoch. */
  readonly readLastActivity: () => number | null
  readonly writeLastActivity: (atMs: number) => void
}

/** A whole number as the storage has it. */
export const WholeText = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)

/** JSON of this shape in a text of the storage; null when it is missing or damaged. */
export function readJson<T extends z.ZodType>(shape: T, text: string | null): z.output<T> | null {
  try {
    return text === null ? null : shape.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Keeps the session of an app in the storage that all tabs of its origin share. */
export function storedSessionOf<S extends AnySession>(keys: SessionKeys<S>): StoredSession<S> {
  const read = (): S | null => {
    const token = localStorage.getItem(keys.token)
    return token === null || token === '' ? null : keys.read(token, (key) => localStorage.getItem(key))
  }
  const set = (texts: Readonly<Record<string, string>>): void => {
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text)
  }
  return {
    read,
    // The token comes last: where it is, the rest is (other tabs see the changes one by one).
    write: (session) => {
      set(keys.texts(session))
      localStorage.setItem(keys.token, session.token)
    },
    clear: (token) => {
      const stored = read()?.token ?? null
      if (stored !== null && stored !== token) return
      for (const key of [keys.token, keys.lastActivity, ...keys.others]) localStorage.removeItem(key)
    },
    writeTexts: (token, texts) => {
      if (localStorage.getItem(keys.token) === token) set(texts)
    },
    isConcerned: (key) => key === null || key === keys.token,
    readLastActivity: () => {
      const atMs = WholeText.safeParse(localStorage.getItem(keys.lastActivity)).data
      return atMs === undefined || atMs < 0 ? null : atMs
    },
    writeLastActivity: (atMs) => localStorage.setItem(keys.lastActivity, String(atMs)),
  }
}
