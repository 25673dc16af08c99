import { addDays, dayOf, paise, readLedgerHealth, readOldestPending, reportMeasures } from '@kismet/contracts'
import type { AlertMeasures, Game, Input } from '@kismet/contracts'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { Work } from '@kismet/service-kit/loop'
import type { Context } from './context.ts'
import type { DaySums } from './domain/day-sums.ts'
import { noSums } from './domain/day-sums.ts'
import { readProgress, sumDays } from './read/day-sums.ts'

const meta = { requestId: 'owner-alerts' }
const rtpDays = 7

/** Null when a service does not answer. @throws any other error */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (!isRefusal(error, 'unavailable')) throw error
    return null
  })
}

const names: Readonly<Partial<Record<Game, AlertMeasures['returns'][number]['game']>>> = {
  ...{ Aviator: 'aviator', Mines: 'mines', Dice: 'dice', Slots: 'slots' },
}

/** The RTP of each game with a stake. */
function returnsOf({ games }: Pick<DaySums, 'games'>): AlertMeasures['returns'] {
  return Object.entries(games).flatMap(([title, { bets, stakesPaise, payoutsPaise }]) => {
    const game = names[title as Game]
    if (game === undefined || stakesPaise === 0) return []
    return [{ game, bets, actualPercent: (payoutsPaise / stakesPaise) * 100 }]
  })
}

/** What the rules of owners need. A part whose service does not answer is empty. */
export async function measure(ctx: Context): Promise<Input<typeof reportMeasures>> {
  const today = dayOf(ctx.clock.now())
  const sumsOf = async (from: string, to = today): Promise<DaySums> => {
    const range = await orNull(readProgress(ctx).then((progress) => sumDays(ctx, progress, { from, to })))
    return range?.sums ?? noSums
  }
  const yesterday = addDays(today, -1)
  const [oldest, ledger, week, ...days] = await Promise.all([
    orNull(ctx.bus.call(readOldestPending, {}, meta)),
    orNull(ctx.bus.call(readLedgerHealth, {}, meta)),
    sumsOf(addDays(today, 1 - rtpDays)),
    sumsOf(today),
    // A mail may wait past midnight, because each rule sends one an hour.
    sumsOf(yesterday, yesterday),
  ])
  const wins = days
    .flatMap((day) => day.wins)
    .map(({ reference, game, payoutPaise, at }) => ({
      ...{ reference, game, payoutPaise: paise(payoutPaise), at },
    }))
  return {
    ...{ oldestPendingAt: oldest?.oldestAt ?? null, ledger: ledger?.state ?? null },
    ...{ returns: returnsOf(week), wins },
  }
}

/** Reports the measures to auth, which has the rules and mails the owners. */
export function watchForOwners(ctx: Context): Work {
  return async () => {
    await ctx.bus.call(reportMeasures, await measure(ctx), meta)
  }
}
