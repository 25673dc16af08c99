import { User } from '@kismet/contracts'
import { z } from 'zod'

/**
 * The session in the browser (spec 3): the user, the token and a balance of their own, and what session time and net result are
 * counted from. Money is kept in integer paise.
 */
export interface Session {
  user: { id: string; email: string }
  token: string
  balancePaise: number
  /** The ledger sequence at which the balance stood. */
  balanceSeq: number
  startedAtMs: number
  netPaise: number
}

const keys = {
  user: 'user',
  token: 'token',
  balance: 'balance',
  balanceSeq: 'balanceSeq',
  adminToken: 'adminToken',
  startedAt: 'sessionStartedAt',
  net: 'sessionNet',
  lastActivity: 'lastActivity',
} as const

const StoredUser = User.pick({ _id: true, email: true })
const WholeText = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)

/** The stored session, or null when any part that it needs is missing or damaged. */
export function readSession(storage: Storage = localStorage): Session | null {
  const token = storage.getItem(keys.token)
  const user = StoredUser.safeParse(parseJson(storage.getItem(keys.user)))
  const whole = (key: string): number => WholeText.safeParse(storage.getItem(key)).data ?? 0
  if (!token || !user.success) return null
  return {
    user: { id: user.data._id, email: user.data.email },
    token,
    balancePaise: whole(keys.balance),
    balanceSeq: whole(keys.balanceSeq),
    startedAtMs: whole(keys.startedAt),
    netPaise: whole(keys.net),
  }
}

/** The token comes last: where it is, the rest is (other tabs see the changes one by one). */
export function writeSession(session: Session, storage: Storage = localStorage): void {
  storage.setItem(keys.user, JSON.stringify({ _id: session.user.id, email: session.user.email }))
  storage.setItem(keys.startedAt, String(session.startedAtMs))
  setFigures(session, storage)
  storage.setItem(keys.token, session.token)
}

/** What changes while a session lasts. One that another tab has ended or replaced is left as it is. */
export function writeFigures(session: Session, storage: Storage = localStorage): void {
  if (storage.getItem(keys.token) === session.token) setFigures(session, storage)
}

/** The sequence comes after its balance: a tab that reads in between takes the balance for older than it is, never for newer. */
function setFigures({ balancePaise, balanceSeq, netPaise }: Session, storage: Storage): void {
  storage.setItem(keys.balance, String(balancePaise))
  storage.setItem(keys.balanceSeq, String(balanceSeq))
  storage.setItem(keys.net, String(netPaise))
}

/** Nothing of either role stays behind (spec 4.11); `token` is that of the session that ends, and what another tab has logged in with since stays. */
export function clearSession(token: string | null, storage: Storage = localStorage): void {
  const stored = readSession(storage)?.token ?? null
  if (stored !== null && stored !== token) return
  for (const key of Object.values(keys)) storage.removeItem(key)
}

/** When the player last did something in any tab of this browser, in ms since the epoch. */
export function readLastActivity(storage: Storage = localStorage): number | null {
  return WholeText.safeParse(storage.getItem(keys.lastActivity)).data ?? null
}

export function writeLastActivity(atMs: number, storage: Storage = localStorage): void {
  storage.setItem(keys.lastActivity, String(atMs))
}

/**
 * What a change of the storage by another tab means: another session (or none), a new net result, or nothing for this page.
 * Only the token speaks of a session: it is written last, and a user without one is a login that has not wholly arrived yet.
 */
export function meaningOfChange(key: string | null): 'session' | 'net' | null {
  if (key === null || key === keys.token) return 'session'
  return key === keys.net ? 'net' : null
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
