import { z } from 'zod'

/** The part of a session that both apps store. */
export interface AnySession {
  readonly token: string
}

/** The keys and the format of a session in localStorage (spec 3). */
export interface SessionKeys<S extends AnySession> {
  readonly token: string
  readonly lastActivity: string
  /** All other keys that end with the session, also keys of the other role (spec 4.11). */
  readonly others: readonly string[]
  /** The session with this token, or null when a part of it is missing or damaged. */
  readonly read: (token: string, textOf: (key: string) => string | null) => S | null
  /** The texts besides the token, by key. */
  readonly texts: (session: S) => Readonly<Record<string, string>>
}

/** The stored session, shared by all tabs. */
export interface StoredSession<S extends AnySession> {
  readonly read: () => S | null
  readonly write: (session: S) => void
  /** Removes the session with this token. A newer login of another tab stays. */
  readonly clear: (token: string | null) => void
  /** Writes texts of the session with this token, unless another tab has ended or replaced the session. */
  readonly writeTexts: (token: string, texts: Readonly<Record<string, string>>) => void
  /** Whether a change by another tab is about the session. Only the token counts, because a login writes the token last. */
  readonly isConcerned: (key: string | null) => boolean
  /** The last input in any tab, in ms since the epoch. */
  readonly readLastActivity: () => number | null
  readonly writeLastActivity: (atMs: number) => void
}

/** A stored integer. */
export const WholeText = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)

/** Parses stored JSON of this shape. Null for a missing or damaged text. */
export function readJson<T extends z.ZodType>(shape: T, text: string | null): z.output<T> | null {
  try {
    return text === null ? null : shape.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The session of an app in localStorage. */
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
    // The token is written last, because other tabs see the changes one by one.
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
