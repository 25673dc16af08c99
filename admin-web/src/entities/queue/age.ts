import type { RequestKind } from '@kismet/contracts'

/** How long somebody has waited for their money: nothing to say, amber, red. */
export type Patience = 'fresh' | 'slow' | 'late'

const minuteMs = 60_000
/** From when on a request is amber, and red. */
const patience: Readonly<Record<RequestKind, { slowFromMs: number; lateFromMs: number }>> = {
  deposit: { slowFromMs: 5 * minuteMs, lateFromMs: 15 * minuteMs },
  withdrawal: { slowFromMs: 15 * minuteMs, lateFromMs: 30 * minuteMs },
}

export function patienceOf(kind: RequestKind, ageMs: number): Patience {
  const { slowFromMs, lateFromMs } = patience[kind]
  if (ageMs >= lateFromMs) return 'late'
  return ageMs >= slowFromMs ? 'slow' : 'fresh'
}
