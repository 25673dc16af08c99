import { Refusal } from '@kismet/service-kit/refusal'

const maxBatch = 256
/** As long as a query waits for a connection of the pool. */
const maxWaitMs = 5_000

type Waiting<Item, Result> = PromiseWithResolvers<Result> & { readonly item: Item; readonly sinceMs: number }

/**
 * Handles the items of many players in one query or commit. A batch takes the items of one turn of the event loop. While
 * `maxRunning` batches run, later items wait for the next batch. If a batch fails, all its items do: no item may hold a
 * value that the database refuses.
 * @param maxRunning fewer make larger batches
 * @param runBatch gives the results in the order of the items
 * @returns a function that handles an item. @throws Refusal `unavailable` for an item that waited too long and was not sent
 */
export function inBatches<Item, Result>(
  maxRunning: number,
  runBatch: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let running = 0
  let isPlanned = false

  /** Begins at the end of the turn, when its other items have come. */
  function plan(): void {
    if (isPlanned || running === maxRunning || waiting.length === 0) return
    isPlanned = true
    setImmediate(() => void runNext())
  }

  async function runNext(): Promise<void> {
    const next = waiting.splice(0, maxBatch)
    const { batch = [], late = [] } = Object.groupBy(next, ({ sinceMs }) =>
      performance.now() - sinceMs > maxWaitMs ? 'late' : 'batch',
    )
    for (const { reject } of late) reject(new Refusal('unavailable'))
    isPlanned = false
    running += 1
    plan()
    try {
      const results = batch.length === 0 ? [] : await runBatch(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error(`${results.length} results for ${batch.length} items`)
      for (const [at, result] of results.entries()) batch[at]?.resolve(result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    running -= 1
    plan()
  }

  return (item) => {
    const one = { item, sinceMs: performance.now(), ...Promise.withResolvers<Result>() }
    waiting.push(one)
    plan()
    return one.promise
  }
}
