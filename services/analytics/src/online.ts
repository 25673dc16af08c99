import { countOnline } from '@kismet/contracts'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { isRefusal } from '@kismet/service-kit/refusal'
import { mongo } from 'mongoose'
import type { Context } from './context.ts'
import { hourOf, monthOfHour } from './domain/calendar.ts'

const countEveryMs = 60_000
const duplicateKey = 11_000

/** Keeps the most players that are online in each hour. An hour in which nobody could count has no number. */
export function followOnline(ctx: Context): Loop {
  return startLoop('online players', countEveryMs, ctx.log, () =>
    keepOnline(ctx).catch((error: unknown) => {
      if (!isRefusal(error, 'unavailable')) throw error
      ctx.log.debug({ err: error }, 'online players could not be counted')
    }),
  )
}

/** Counts once. @throws Refusal `unavailable` */
export async function keepOnline({
  bus,
  clock,
  documents,
}: Pick<Context, 'bus' | 'clock' | 'documents'>): Promise<void> {
  const { count } = await bus.call(countOnline, {}, { requestId: 'online' })
  const hour = hourOf(clock.now())
  const change = { $max: { peak: count }, $setOnInsert: { month: monthOfHour(hour) } }
  await documents.run(({ online }) =>
    online.collection.updateOne({ _id: hour }, change, { upsert: true }).catch((error: unknown) => {
      // Another replica has begun the hour at the same time, with a count of the same minute.
      if (!(error instanceof mongo.MongoServerError) || error.code !== duplicateKey) throw error
    }),
  )
}
