import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { Briefly } from './briefly.ts'

const epochs = new Briefly<object, string>(500)

/**
 * The epoch of what can be read; an answer stands for half a second.
 * @throws Refusal `unavailable` while not all entries have been taken that were there at the beginning, and when none have been for a while: what is unknown is never told as nothing
 */
export async function wholeEpoch(ctx: Pick<Context, 'documents' | 'clock' | 'freshness'>): Promise<string> {
  await ctx.freshness.firstLook()
  const epoch = await epochs.get(ctx.documents, () => readEpoch(ctx))
  if (!ctx.freshness.isFresh(ctx.clock)) throw new Refusal('unavailable')
  return epoch
}

/** The same as it stands now. @throws Refusal `unavailable` */
export async function readEpoch({ documents }: Pick<Context, 'documents'>): Promise<string> {
  const found = await documents.run(({ progress }) => progress.collection.findOne({ _id: 'entries' }))
  if (found?.isWhole !== true) throw new Refusal('unavailable')
  return found.epoch
}
