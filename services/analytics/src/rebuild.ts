import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from './context.ts'
import type { Models } from './db/models.ts'
import { beginning, loadProgress, ofReader } from './ingest/store.ts'

/** Whoever cleared away until then is gone. */
const abandonedAfterMs = 60_000
/** So long the database may leave questions without an answer while somebody waits. */
const silentMs = 120_000
const namespaceNotFound = 26

type RebuildContext = Pick<Context, 'documents' | 'randomness' | 'clock'>

/**
 * Clears away everything that was made of the log in an epoch and has it made again, from cursor '', by the service that runs; nothing where somebody else has begun that already.
 * Whatever writes still of what was before writes the same lines, or what belongs to an epoch that nobody reads any more. Can be repeated when it fails.
 */
export async function rebuild({ documents, randomness, clock }: RebuildContext, epoch: string): Promise<void> {
  const { _id, ...fields } = beginning(randomness)
  const put = async (of: string, isPaused: boolean) => {
    const $set = { ...fields, isPaused, pausedAtMs: clock.now() }
    const from = { _id, epoch: of }
    return (await documents.run(({ progress }) => progress.collection.updateOne(from, { $set }), ofReader)).matchedCount
  }
  if ((await put(epoch, true)) === 0) return
  await documents.run(clear, ofReader)
  await put(fields.epoch, false)
}

/** Does a rebuild anew that was begun by a process which is gone, so that nobody waits for it for ever. */
export async function finishRebuild(ctx: RebuildContext): Promise<void> {
  const { epoch, isPaused, pausedAtMs = 0 } = await loadProgress(ctx.documents, ctx.randomness)
  if (isPaused && ctx.clock.now() - pausedAtMs >= abandonedAfterMs) await rebuild(ctx, epoch)
}

async function clear({ rows, heads, hours }: Models): Promise<void> {
  for (const { collection, createIndexes } of [rows, heads, hours]) {
    await collection.drop().catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === namespaceNotFound)) throw error
    })
    await createIndexes()
  }
}

/**
 * Waits until everything has been made that there was to make. A database that does not answer for a moment says nothing of that, and is asked again.
 * @param pause comes before each further question
 * @throws Refusal `unavailable` when it has not answered for two minutes
 */
export async function untilWhole(
  { documents, clock }: Pick<Context, 'documents' | 'clock'>,
  pause: () => Promise<unknown>,
): Promise<void> {
  for (let heardAt = clock.now(); ; await pause()) {
    try {
      if (await isWhole({ documents })) return
      heardAt = clock.now()
    } catch (error) {
      if (!isRefusal(error, 'unavailable') || clock.now() - heardAt > silentMs) throw error
    }
  }
}

async function isWhole({ documents }: Pick<Context, 'documents'>): Promise<boolean> {
  const found = await documents.run(({ progress }) => progress.collection.findOne({ _id: 'entries' }))
  if (found === null) throw new Refusal('unavailable')
  return found.isWhole
}
