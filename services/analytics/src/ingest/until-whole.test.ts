import { expect, it } from '@jest/globals'
import { Refusal } from '@kismet/service-kit/refusal'
import type { AnalyticsDocuments } from '../db/store.ts'
import { untilWhole } from './until-whole.ts'

/** Documents whose requests have these outcomes; the last outcome repeats. */
function documentsOf(...outcomes: readonly (boolean | 'fails')[]): AnalyticsDocuments {
  let asked = 0
  const run = () => {
    const outcome = outcomes[Math.min(asked, outcomes.length - 1)]
    asked += 1
    return outcome === 'fails' ? Promise.reject(new Refusal('unavailable')) : Promise.resolve({ isWhole: outcome })
  }
  return { run } as unknown as AnalyticsDocuments
}

it('the wait for a rebuild goes on after a short failure', async () => {
  const documents = documentsOf(false, 'fails', 'fails', false, true)
  await untilWhole(documents, { askEveryMs: 1, giveUpAfterMs: 60_000 })
})

it('the wait for a rebuild ends when MongoDB stays away', async () => {
  const waiting = untilWhole(documentsOf(false, 'fails'), { askEveryMs: 1, giveUpAfterMs: 50 })
  await expect(waiting).rejects.toThrow('MongoDB requests have failed')
})
