import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { Briefly } from './briefly.ts'

const epochs = new Briefly<object, string>(500)

/**
 * The epoch of what can be read; an answer stands for half a second.
 * @throws Refusal `unavailable` while not all entries have been taken that were there at the beginning: what is unknown is never told as nothing
 */
export function wholeEpoch(ctx: Pick<Context, 'documents'>): Promise<string> {
  return epochs.get(ctx.documents, () => readEpoch(ctx))
}

async function readEpoch({ documents }: Pick<Context, 'documents'>): Promise<string> {
  const found = await documents.run(({ progress }) => progress.collection.findOne({ _id: 'entries' }))
  if (found?.isWhole !== true) throw new Refusal('unavailable')
  return found.epoch
}
