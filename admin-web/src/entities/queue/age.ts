/** How long somebody has waited for their money: nothing to say, amber, red. */
export type Patience = 'fresh' | 'slow' | 'late'

const slowFromMs = 5 * 60_000
const lateFromMs = 15 * 60_000

/** Deposits are amber from 5 minutes and red from 15. */
export function patienceOf(ageMs: number): Patience {
  if (ageMs >= lateFromMs) return 'late'
  return ageMs >= slowFromMs ? 'slow' : 'fresh'
}
