/** Who has a credit in hand, the decider or a sweep, has it for this long, which is longer than a call of the wallet; then the next sweep takes it. */
export const creditGraceMs = 15_000

const firstRetryMs = 1_000
const lastRetryMs = 60_000

/** How long to wait after the `attempts`-th try (from 1) to book a credit has failed, in ms. It is tried for ever: an approval is a promise. */
export function creditRetryMs(attempts: number): number {
  return Math.min(firstRetryMs * 2 ** Math.min(attempts - 1, 10), lastRetryMs)
}
