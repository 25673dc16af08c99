import { readJson } from '@kismet/app-kit/session/kept-session.ts'
import { signup } from '@kismet/contracts'
import { z } from 'zod'

const key = 'pendingSignUp'

/** The sign-up of this tab that waits for its code; `entering` while the player is at the OTP step. */
const PendingSignUp = signup.output.pick({ signupId: true }).extend({ email: z.string(), entering: z.boolean() })
export type PendingSignUp = z.output<typeof PendingSignUp>

/** It outlives a reload, and ends with the tab. */
export function readPendingSignUp(storage: Storage = sessionStorage): PendingSignUp | null {
  return readJson(PendingSignUp, storage.getItem(key))
}

export function keepPendingSignUp(pending: PendingSignUp | null, storage: Storage = sessionStorage): void {
  if (pending === null) storage.removeItem(key)
  else storage.setItem(key, JSON.stringify(pending))
}

/** What tells the server which sign-up of an e-mail is meant; nothing when this tab has none of it. */
export function signUpOf(email: string): { signupId?: string } {
  const pending = readPendingSignUp()
  const isSame = pending?.email.trim().toLowerCase() === email.trim().toLowerCase()
  return pending !== null && isSame ? { signupId: pending.signupId } : {}
}
