/** What came of some work. Times in ms. */
export interface Worked {
  readonly tookMs: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Does the work for each item, for so many at a time, the next one as soon as one is done, until one answers false. @throws what the work throws */
export async function atOnce<T>(
  count: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<Worked> {
  const waiting = items.values()
  const latenciesMs: number[] = []
  const startedAt = performance.now()
  let isOver = false
  const some = async () => {
    for (const item of waiting) {
      if (isOver) return
      const beganAt = performance.now()
      if ((await work(item)) === false) isOver = true
      else latenciesMs.push(performance.now() - beganAt)
    }
  }
  await Promise.all(Array.from({ length: count }, some))
  const tookMs = performance.now() - startedAt
  latenciesMs.sort((a, b) => a - b)
  const percentile = (share: number) => latenciesMs[Math.ceil(latenciesMs.length * share) - 1] ?? Number.NaN
  return { tookMs, p50Ms: percentile(0.5), p99Ms: percentile(0.99) }
}
