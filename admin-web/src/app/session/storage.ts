import { adminLogin } from '@kismet/contracts'
import { z } from 'zod'

const Admin = adminLogin.output.shape.admin

/** Who is logged in here. */
export interface AdminSession {
  token: string
  admin: z.output<typeof Admin>
}

/** The admin's token is kept apart from a player's (spec 3); what a player of the same origin left behind is cleared with it. */
const keys = {
  adminToken: 'adminToken',
  admin: 'admin',
  lastActivity: 'adminLastActivity',
} as const
const playerKeys = ['user', 'token', 'balance'] as const

const WholeText = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** The stored session, or null when any part of it is missing or damaged. */
export function readSession(storage: Storage = localStorage): AdminSession | null {
  const token = storage.getItem(keys.adminToken)
  const admin = Admin.safeParse(parseJson(storage.getItem(keys.admin)))
  return token !== null && token !== '' && admin.success ? { token, admin: admin.data } : null
}

/** The token comes last: where it is, the rest is (other tabs see the changes one by one). */
export function writeSession({ token, admin }: AdminSession, storage: Storage = localStorage): void {
  storage.setItem(keys.admin, JSON.stringify(admin))
  storage.setItem(keys.adminToken, token)
}

/** Nothing of either role stays behind (spec 4.11); `token` is that of the session that ends, and what another tab has logged in with since stays. */
export function clearSession(token: string | null, storage: Storage = localStorage): void {
  const stored = readSession(storage)?.token ?? null
  if (stored !== null && stored !== token) return
  for (const key of [...Object.values(keys), ...playerKeys]) storage.removeItem(key)
}

/** When the admin last did something in any tab of this browser, in ms since the epoch. */
export function readLastActivity(storage: Storage = localStorage): number | null {
  return WholeText.safeParse(storage.getItem(keys.lastActivity)).data ?? null
}

export function writeLastActivity(atMs: number, storage: Storage = localStorage): void {
  storage.setItem(keys.lastActivity, String(atMs))
}

/** Whether a change of the storage by another tab is about the session: a login, a logout, or everything cleared. */
export function concernsSession(key: string | null): boolean {
  return key === null || key === keys.adminToken
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
