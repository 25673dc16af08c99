import { limits } from '@kismet/contracts'

/** How long a sign-up has a place among those of its e-mail. */
export interface Hold {
  /** Codes that were mailed for whoever had the place since it was free. */
  readonly codes: number
  readonly codeEndsAtMs: number
}

/** A sign-up that waits for its code. */
export interface WaitingSignUp extends Hold {
  readonly id: string
  /** Where it came from. */
  readonly network: string
}

/** Where one more finds room: a free place, that of another, or none for a while. */
export type Place = (Hold & { readonly replaces: string | undefined }) | { readonly waitMs: number }

/**
 * The place of one more sign-up of an e-mail. When all are taken it is that of the oldest from the same network, which it has no longer for that, else of one
 * whose code has ended: somebody elsewhere never ends a sign-up that is being verified. A network has a place anew when others could have had it for a while.
 * @param waiting those of the e-mail, oldest first
 */
export function placeOf(waiting: readonly WaitingSignUp[], network: string, nowMs: number): Place {
  const fresh = { codes: 0, codeEndsAtMs: nowMs }
  if (waiting.length < limits.signUp.waiting) return { replaces: undefined, ...fresh }
  const own = waiting.find((other) => other.network === network)
  if (own !== undefined) {
    const wasFree = own.codeEndsAtMs + limits.otp.lifetimeMs <= nowMs
    return { replaces: own.id, ...(wasFree ? fresh : { codes: own.codes, codeEndsAtMs: own.codeEndsAtMs }) }
  }
  const ended = waiting.find(({ codeEndsAtMs }) => codeEndsAtMs <= nowMs)
  if (ended !== undefined) return { replaces: ended.id, ...fresh }
  return { waitMs: Math.min(...waiting.map(({ codeEndsAtMs }) => codeEndsAtMs)) - nowMs }
}
