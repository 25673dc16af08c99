import {
  addDays,
  dayOf,
  ownerAlertLimits,
  paise,
  readLedgerHealth,
  readWaiting,
  reportMeasures,
} from '@kismet/contracts'
import type { AlertMeasures, Game } from '@kismet/contracts'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { Work } from '@kismet/service-kit/loop'
import type { Context } from './context.ts'
import type { DaySums } from './domain/day-sums.ts'
import type { WinDocument } from './domain/win-to-tell.ts'
import { findProgress } from './ingest/store.ts'
import { isKnownFrom, readProgress, sumDays } from './read/day-sums.ts'
import type { RangeSums } from './read/day-sums.ts'

const meta = { requestId: 'owner-alerts' }
const rtpDays = 7
const { winsReported } = ownerAlertLimits

/** Null when a service does not answer. @throws any other error */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (!isRefusal(error, 'unavailable')) throw error
    return null
  })
}

const names: Readonly<Partial<Record<Game, NonNullable<AlertMeasures['returns']>[number]['game']>>> = {
  ...{ Aviator: 'aviator', Mines: 'mines', Dice: 'dice', Slots: 'slots' },
}

/** The RTP of each game with a stake. */
function returnsOf({ games }: Pick<DaySums, 'games'>): NonNullable<AlertMeasures['returns']> {
  return Object.entries(games).flatMap(([title, { bets, stakesPaise, payoutsPaise }]) => {
    const game = names[title as Game]
    if (game === undefined || stakesPaise === 0) return []
    return [{ game, bets, actualPercent: (payoutsPaise / stakesPaise) * 100 }]
  })
}

/** Null while not all entries of the days were counted. @throws Refusal `unavailable` */
async function sumKnown(ctx: Context, days: { readonly from: string; readonly to: string }): Promise<RangeSums | null> {
  const progress = await readProgress(ctx)
  return isKnownFrom(days.from, progress) ? sumDays(ctx, progress, days) : null
}

/** What the rules of owners need beside the wins. A part that is not known is null. */
export async function measure(ctx: Context): Promise<Omit<AlertMeasures, 'wins'>> {
  const today = dayOf(ctx.clock.now())
  const from = addDays(today, 1 - rtpDays)
  const [waiting, ledger, range] = await Promise.all([
    orNull(ctx.bus.call(readWaiting, {}, meta)),
    orNull(ctx.bus.call(readLedgerHealth, {}, meta)),
    orNull(sumKnown(ctx, { from, to: today })),
  ])
  return {
    ...{ waiting, ledger: ledger?.state ?? null },
    returns: range && returnsOf(range.sums),
  }
}

/** The wins that auth has not got, and their collection. @throws Refusal `unavailable` */
async function winsToTell({ documents }: Context): Promise<{ epoch: string; found: WinDocument[] }> {
  const epoch = (await findProgress(documents))?.epoch ?? ''
  const found = await documents.run(({ store }) => store.wins(epoch).find({}, { limit: winsReported }).toArray())
  return { epoch, found }
}

/**
 * Reports the measures and the wins to auth, which has the rules and mails the owners. Wins are an outbox: a win is deleted
 * after auth has answered, and auth knows a win that comes twice.
 */
export function watchForOwners(ctx: Context): Work {
  const { bus, documents } = ctx
  return async (stopping) => {
    const measures = await measure(ctx)
    let isMore: boolean
    do {
      const { epoch, found } = (await orNull(winsToTell(ctx))) ?? { epoch: '', found: [] }
      const wins = found.map(({ _id: entryId, stakePaise, payoutPaise, ...win }) => ({
        ...{ ...win, entryId, stakePaise: paise(stakePaise), payoutPaise: paise(payoutPaise) },
      }))
      await bus.call(reportMeasures, { ...measures, wins }, meta)
      const _id = { $in: found.map((win) => win._id) }
      if (found.length > 0) await documents.run(({ store }) => store.wins(epoch).deleteMany({ _id }))
      isMore = found.length === winsReported
    } while (isMore && !stopping.aborted)
  }
}
