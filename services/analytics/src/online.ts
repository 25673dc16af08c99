import { countOnline } from '@kismet/contracts'
import type { Context } from './context.ts'
import { hourOf, monthOfHour } from './domain/calendar.ts'
import { ignoreThere } from './ingest/store.ts'

/**
 * Keeps the most players that are online in an hour. An hour without a count has no number.
 * @throws Refusal `unavailable`
 */
export async function keepOnline({
  bus,
  clock,
  documents,
}: Pick<Context, 'bus' | 'clock' | 'documents'>): Promise<void> {
  const { count } = await bus.call(countOnline, {}, { requestId: 'online' })
  const hour = hourOf(clock.now())
  const change = { $max: { peak: count }, $setOnInsert: { month: monthOfHour(hour) } }
  // Another replica may begin the hour at the same time, with a count of the same minute.
  await documents.run(({ online }) =>
    online.collection.updateOne({ _id: hour }, change, { upsert: true }).catch(ignoreThere),
  )
}
