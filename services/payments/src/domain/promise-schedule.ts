/** Who has something owed in hand, whoever made it owed or a sweep, has it for this long, which is longer than a call of the wallet; then the next sweep takes it. */
export const graceMs = 15_000

const firstRetryMs = 1_000
const lastRetryMs = 60_000

/** How long to wait after the `attempts`-th try (from 1) has failed, in ms. It is tried for ever: what is owed is a promise. */
export function retryMs(attempts: number): number {
  return Math.min(firstRetryMs * 2 ** Math.min(attempts - 1, 10), lastRetryMs)
}
