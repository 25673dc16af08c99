import { setTimeout as delay } from 'node:timers/promises'
import type { Product } from '../product.ts'

const pollMs = 50
const usuallyWithinMs = 600_000

async function takenBy(product: Product): Promise<number> {
  return (await product.metricsOf('analytics')).get('facts_taken_total') ?? 0
}

/** Waits until nothing has come for a moment: what was under way before is taken. */
export async function standsStill(product: Product): Promise<void> {
  let before = -1
  for (let now = await takenBy(product); now !== before; now = await takenBy(product)) {
    before = now
    await delay(3_000)
  }
}

/**
 * Has analytics find entries that wait: it is held while they are booked, and let go. Nothing else is at work meanwhile but what belongs to the product.
 * @returns how many it took a second, from then until it had all
 */
export async function intakeOf(
  product: Product,
  count: number,
  book: () => Promise<void>,
  withinMs = usuallyWithinMs,
): Promise<number> {
  await standsStill(product)
  const before = await takenBy(product)
  product.hold('analytics', true)
  try {
    await book()
  } finally {
    product.hold('analytics', false)
  }
  const letGoAt = performance.now()
  while ((await takenBy(product)) < before + count) {
    if (performance.now() - letGoAt > withinMs) throw new Error('analytics has not taken all entries in time')
    await delay(pollMs)
  }
  return (count / (performance.now() - letGoAt)) * 1_000
}
