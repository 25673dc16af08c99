import { limits } from '@kismet/contracts'

/** A sign-up that waits for its code. */
export interface WaitingSignUp {
  readonly id: string
  /** Where it came from. */
  readonly network: string
  readonly codeEndsAtMs: number
}

/** Where one more finds room: a free place, that of another, or none for a while. */
export type Place = { readonly replaces: string | undefined } | { readonly waitMs: number }

/**
 * The place of one more sign-up of an e-mail. When all are taken it is that of one whose code has ended, else of the oldest from the same network: somebody
 * elsewhere never ends a sign-up that is being verified.
 * @param waiting those of the e-mail, oldest first
 */
export function placeOf(waiting: readonly WaitingSignUp[], network: string, nowMs: number): Place {
  if (waiting.length < limits.signUp.waiting) return { replaces: undefined }
  const replaced =
    waiting.find(({ codeEndsAtMs }) => codeEndsAtMs <= nowMs) ?? waiting.find((other) => other.network === network)
  if (replaced !== undefined) return { replaces: replaced.id }
  return { waitMs: Math.min(...waiting.map(({ codeEndsAtMs }) => codeEndsAtMs)) - nowMs }
}
