/** What the players saw of the ticks of one measurement. Times in ms. */
export interface Seen {
  readonly ticks: number
  /** Of all ticks for all sockets. */
  readonly deliveredShare: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** How much later than in step with the others a tick came to the first socket. */
  readonly latenessP99Ms: number
}

const stepsPerMs = 10
const longestMs = 5_000
const tickEveryMs = 100

/** Counts delays in steps of a tenth of a millisecond. The first and the last tick are left out: they are not whole. */
export class Delays {
  readonly #sockets: number
  readonly #ticks = new Map<number, { readonly firstAt: number; readonly counts: Uint32Array }>()
  #newest = 0

  constructor(sockets: number) {
    this.#sockets = sockets
  }

  /** Times in ms since the epoch. */
  heard(seq: number, sentAtMs: number, nowMs: number): void {
    let tick = this.#ticks.get(seq)
    if (tick === undefined) {
      // A late copy of one from before the measurement begins is no tick of its own.
      if (seq < this.#newest) return
      this.#newest = seq
      this.#ticks.set(seq, (tick = { firstAt: nowMs, counts: new Uint32Array(longestMs * stepsPerMs + 1) }))
    }
    const step = Math.min(longestMs * stepsPerMs, Math.max(0, Math.round((nowMs - sentAtMs) * stepsPerMs)))
    tick.counts[step] = (tick.counts[step] ?? 0) + 1
  }

  seen(): Seen {
    const seqs = [...this.#ticks.keys()].sort((a, b) => a - b).slice(1, -1)
    const ticks = seqs.flatMap((seq) => this.#ticks.get(seq) ?? [])
    const sum = new Uint32Array(longestMs * stepsPerMs + 1)
    for (const { counts } of ticks) counts.forEach((count, step) => (sum[step] = (sum[step] ?? 0) + count))
    const delivered = sum.reduce((all, count) => all + count, 0)
    const percentile = (share: number) => {
      let left = delivered * share
      return sum.findIndex((count) => (left -= count) <= 0) / stepsPerMs
    }
    const expected = (seqs.at(-1) ?? 0) - (seqs[0] ?? 0) + 1
    const offSteps = seqs.map((seq, nth) => (ticks[nth]?.firstAt ?? 0) - seq * tickEveryMs)
    const inStep = Math.min(...offSteps)
    const late = offSteps.map((ms) => ms - inStep).sort((a, b) => a - b)
    return {
      ticks: expected,
      deliveredShare: delivered / (expected * this.#sockets),
      p50Ms: percentile(0.5),
      p99Ms: percentile(0.99),
      latenessP99Ms: late[Math.ceil(late.length * 0.99) - 1] ?? Number.NaN,
    }
  }
}
