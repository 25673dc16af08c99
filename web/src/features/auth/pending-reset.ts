import { readJson } from '@kismet/app-kit/session/kept-session.ts'
import { z } from 'zod'

const key = 'pendingReset'

/** The reset of this tab whose code is on its way. Never the code, and no password. */
const PendingReset = z.object({ email: z.string() })

/** The e-mail whose new password waits for its code; it outlives a reload, and ends with the tab. */
export function readPendingReset(): string | null {
  return readJson(PendingReset, sessionStorage.getItem(key))?.email ?? null
}

export function keepPendingReset(email: string | null): void {
  if (email === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify({ email }))
}
