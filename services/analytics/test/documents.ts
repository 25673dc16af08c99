import { Documents } from '@kismet/service-kit/documents'
import { Refusal } from '@kismet/service-kit/refusal'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { testLogger } from '@kismet/test-env/test-bus'
import { TestClock } from '@kismet/test-env/test-clock'
import { startTestMongo } from '@kismet/test-env/test-mongo'
import type { IngestContext } from '../src/ingest/ingest.ts'
import { models } from '../src/db/store.ts'
import type { AnalyticsDocuments } from '../src/db/store.ts'

/** The documents of analytics on a real server, in which a call can fail. */
export interface DocumentsUnderTest {
  readonly ctx: IngestContext
  /** Lets the n-th call from now on fail, before it was carried out or after. */
  failAt(call: number | undefined, when?: 'before' | 'after'): void
  /** All lines, heads and totals, in a fixed order. */
  everything(): Promise<{
    readonly rows: unknown[]
    readonly totals: unknown
    readonly heads: unknown[]
    readonly days: Readonly<Record<string, unknown>>
    readonly playerDays: unknown[]
    readonly marks: unknown[]
  }>
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
  const sorted = (found: readonly { readonly _id: string }[]) => found.toSorted((a, b) => a._id.localeCompare(b._id))
  return {
    ctx: { documents, randomness: systemRandomness, clock: new TestClock(1_760_000_000_000), stepEveryMs: 0 },
    failAt: (call, when = 'before') => {
      failing = call === undefined ? undefined : { left: call, when }
    },
    everything: () =>
      real.run(async ({ store }) => {
        const { epoch = '', totals, days } = (await store.progress.findOne({ _id: 'entries' })) ?? {}
        const rows = sorted(await store.rows(epoch).find({}).toArray())
        const sealed = await store
          .days(epoch)
          .find({}, { projection: { step: 0, month: 0, marked: 0 } })
          .toArray()
        return {
          ...{ rows, totals, heads: sorted(await store.heads(epoch).find({}).toArray()) },
          days: { ...Object.fromEntries(sealed.map(({ _id, ...sums }) => [_id, sums])), ...days },
          playerDays: sorted(await store.playerDays(epoch).find({}).toArray()),
          marks: sorted(await store.marks(epoch).find({}).toArray()),
        }
      }),
    clear: async () => {
      await real.run(({ store }) => store.progress.deleteMany({}))
    },
    close: async () => {
      await real.close()
      await mongo.remove()
    },
  }
}
