import { countOnline } from '@kismet/contracts'
import type { Context } from './context.ts'
import { hourOf } from './domain/calendar.ts'
import { ignoreThere, ofReader } from './ingest/store.ts'

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
  const peak = { $max: { [`peaks.${hour}`]: count } }
  // Another replica may begin the month at the same time, with a count of the same minute.
  await documents.run(
    ({ store }) => store.online.updateOne({ _id: hour.slice(0, 7) }, peak, { upsert: true }).catch(ignoreThere),
    ofReader,
  )
}
