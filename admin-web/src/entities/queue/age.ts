import type { RequestKind } from '@kismet/contracts'

/** What somebody waits for: their money, or an answer. */
export type Awaited = RequestKind | 'message'

/** How long they have waited: nothing to say, amber, red. */
export type Patience = 'fresh' | 'slow' | 'late'

const minuteMs = 60_000
/** From when on it is amber, and red, which a message never is. */
const patience: Readonly<Record<Awaited, { slowFromMs: number; lateFromMs: number }>> = {
  deposit: { slowFromMs: 5 * minuteMs, lateFromMs: 15 * minuteMs },
  withdrawal: { slowFromMs: 15 * minuteMs, lateFromMs: 30 * minuteMs },
  message: { slowFromMs: 60 * minuteMs, lateFromMs: Infinity },
}

export function patienceOf(kind: Awaited, ageMs: number): Patience {
  const { slowFromMs, lateFromMs } = patience[kind]
  if (ageMs >= lateFromMs) return 'late'
  return ageMs >= slowFromMs ? 'slow' : 'fresh'
}
