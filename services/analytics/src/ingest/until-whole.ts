import { setTimeout as delay } from 'node:timers/promises'
import type { AnalyticsDocuments } from '../db/store.ts'
import { findProgress } from './store.ts'

const usually = { askEveryMs: 500, giveUpAfterMs: 120_000 }

/**
 * Waits until statements and totals are whole again. A short failure of MongoDB does not end the wait.
 * @throws Error after two minutes in which every request failed
 */
export async function untilWhole(
  documents: AnalyticsDocuments,
  { askEveryMs, giveUpAfterMs }: typeof usually = usually,
): Promise<void> {
  let answeredAt = performance.now()
  for (;;) {
    try {
      const progress = await findProgress(documents)
      if (progress?.isWhole === true) return
      answeredAt = performance.now()
    } catch (cause) {
      const failedForMs = performance.now() - answeredAt
      if (failedForMs >= giveUpAfterMs) {
        const seconds = Math.round(failedForMs / 1_000)
        const what = `MongoDB requests have failed for ${seconds} s. The rebuild goes on when MongoDB is back.`
        throw new Error(what, { cause })
      }
    }
    await delay(askEveryMs)
  }
}
