import { Documents } from '@kismet/service-kit/documents'
import { Refusal } from '@kismet/service-kit/refusal'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { testLogger } from '@kismet/test-env/test-bus'
import { startTestMongo } from '@kismet/test-env/test-mongo'
import type { IngestContext } from '../src/ingest/ingest.ts'
import { models } from '../src/db/models.ts'
import type { AnalyticsDocuments } from '../src/db/models.ts'

/** The documents of analytics on a real server, in which a call can fail. */
export interface DocumentsUnderTest {
  readonly ctx: IngestContext
  /** Lets the n-th call from now on fail, before it was carried out or after. */
  failAt(call: number | undefined, when?: 'before' | 'after'): void
  /** All lines and totals, in a fixed order, less the names of their epoch. */
  everything(): Promise<{ readonly rows: unknown[]; readonly hours: unknown[]; readonly heads: unknown[] }>
  clear(): Promise<void>
  close(): Promise<void>
}

export async function createDocumentsFor(name: string): Promise<DocumentsUnderTest> {
  const mongo = await startTestMongo()
  const real = await Documents.open({ url: mongo.url, models }, 'analytics', testLogger(name))
  let failing: { left: number; when: 'before' | 'after' } | undefined
  const run: AnalyticsDocuments['run'] = async (work, options) => {
    if (failing !== undefined) failing.left -= 1
    const isFailing = failing?.left === 0
    if (isFailing && failing?.when === 'before') throw new Refusal('unavailable')
    const result = await real.run(work, options)
    if (isFailing) throw new Refusal('unavailable')
    return result
  }
  const documents: AnalyticsDocuments = { run }
  const withoutEpoch = (found: readonly { readonly _id: string }[]) =>
    found
      .map((document) => ({ ...document, _id: document._id.replace(/^[0-9a-f]{16}:/, '') }))
      .map(({ dayKey: _day, monthKey: _month, step: _step, ...rest }: Record<string, unknown>) => rest)
      .sort((a, b) => String(a._id).localeCompare(String(b._id)))
  return {
    ctx: { documents, randomness: systemRandomness, stepEveryMs: 0 },
    failAt: (call, when = 'before') => {
      failing = call === undefined ? undefined : { left: call, when }
    },
    everything: () =>
      real.run(async ({ rows, hours, heads }) => ({
        rows: withoutEpoch(await rows.collection.find({}).toArray()),
        hours: withoutEpoch(await hours.collection.find({}).toArray()),
        heads: withoutEpoch(await heads.collection.find({}).toArray()),
      })),
    clear: async () => {
      await real.run(async (all) => {
        for (const { collection } of Object.values(all)) await collection.deleteMany({})
      })
    },
    close: async () => {
      await real.close()
      await mongo.remove()
    },
  }
}
