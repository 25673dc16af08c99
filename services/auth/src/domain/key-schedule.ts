import { limits } from '@kismet/contracts'

/** A new key signs only after every replica and every verifier has had time to learn of it. */
export const publishAheadMs = 45_000
/** Clocks of replicas may differ by this much. */
const slackMs = 60_000

export interface ScheduledKey {
  readonly kid: string
  readonly activatesAtMs: number
}

/**
 * The key that signs now: the newest that is active. The first key of all signs even when this clock is a little behind its maker's.
 * @param keys in the order in which they begin to sign
 */
export function signingKey<Key extends ScheduledKey>(keys: readonly Key[], nowMs: number): Key | undefined {
  return keys.findLast((key) => key.activatesAtMs <= nowMs) ?? keys[0]
}

/** The keys that tokens may be verified with: those to come, the one that signs, and older ones until the last token of theirs has ended. @param keys in that order */
export function publishedKeys<Key extends ScheduledKey>(keys: readonly Key[], nowMs: number): Key[] {
  return keys.filter((_key, index) => {
    const successor = keys[index + 1]
    return successor === undefined || nowMs < successor.activatesAtMs + limits.session.lifetimeMs + slackMs
  })
}
