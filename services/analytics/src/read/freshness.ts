/** What is older than that is no statement of now. */
const staleAfterMs = 60_000

/** Up to which moment entries have been taken, as far as this process knows. A reader that stands still is noticed by it: what is missing is not told as nothing. */
export class Freshness {
  #untilMs = Number.NEGATIVE_INFINITY

  /** All entries that were booked until a moment (ms since the epoch) have been taken. */
  takenUntil(atMs: number): void {
    this.#untilMs = Math.max(this.#untilMs, atMs)
  }

  /** Whether what can be read is behind the ledger by moments at most. */
  isFresh(nowMs: number): boolean {
    return nowMs - this.#untilMs < staleAfterMs
  }
}
