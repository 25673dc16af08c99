import type { ChartPeriod } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { dayOfHour, hourOf, monthOfHour } from '../domain/calendar.ts'
import { startOfChart } from '../domain/charts.ts'
import type { KnownHours } from '../domain/charts.ts'
import type { PlayerDay } from '../domain/day-results.ts'
import type { HourTotals } from '../domain/statement.ts'
import { Briefly } from './briefly.ts'
import { findHead } from '../ingest/store.ts'
import { wholeEpoch } from './whole.ts'

type Store = Pick<Context, 'documents' | 'clock' | 'freshness'>

export interface PlayersOfDay {
  readonly players: readonly PlayerDay[]
  /** There are more: these are the ones of the largest stakes. */
  readonly isCut: boolean
}

const freshMs = 2_000
const withinMs = 10_000
const longest: ChartPeriod = '30d'

const days = new Briefly<object, PlayersOfDay>(freshMs)
const hours = new Briefly<object, KnownHours>(freshMs)

/** The day of Asia/Kolkata that runs now. */
export const today = ({ clock }: Pick<Context, 'clock'>): string => dayOfHour(hourOf(clock.now()))

/** What each player has bet and won today; an answer stands for two seconds. @throws Refusal `unavailable` */
export function playersOfToday(ctx: Store & Pick<Context, 'playersListed'>): Promise<PlayersOfDay> {
  return days.get(ctx.documents, async () => {
    const dayKey = `${await wholeEpoch(ctx)}:${today(ctx)}`
    const found = await ctx.documents.run(
      ({ heads }) =>
        heads.collection
          .find({ dayKey }, { projection: { playerId: 1, today: 1 } })
          .sort({ 'today.betsPaise': -1 })
          .limit(ctx.playersListed + 1)
          .toArray(),
      { withinMs },
    )
    const players = found.flatMap(({ playerId, today: totals }) => (totals === null ? [] : [{ playerId, ...totals }]))
    return { players: players.slice(0, ctx.playersListed), isCut: players.length > ctx.playersListed }
  })
}

/** The same of one player, listed or not. @throws Refusal `unavailable` */
export async function playerOfToday(ctx: Store, playerId: string): Promise<PlayerDay | undefined> {
  const head = await findHead(ctx.documents, await wholeEpoch(ctx), playerId)
  return head?.today?.day === today(ctx) ? { playerId, ...head.today } : undefined
}

/** What happened in each hour that a chart can have; an answer stands for two seconds. @throws Refusal `unavailable` */
export function knownHours(ctx: Store): Promise<KnownHours> {
  return hours.get(ctx.documents, async () => {
    const epoch = await wholeEpoch(ctx)
    const months = monthsSince(startOfChart(longest, ctx.clock.now()), ctx.clock.now())
    const read = (month: string) =>
      ctx.documents.run(
        async (models) => ({
          totals: await models.hours.collection.find({ monthKey: `${epoch}:${month}` }).toArray(),
          online: await models.online.collection.find({ month }).toArray(),
        }),
        { withinMs },
      )
    const found = await Promise.all(months.map(read))
    // Those of the newest step may not have been written into their own documents yet.
    const progress = await ctx.documents.run((models) => models.progress.collection.findOne({ _id: 'entries' }))
    if (progress?.epoch !== epoch) throw new Refusal('unavailable')
    const written = found.flatMap(({ totals }) => totals.map((one): [string, HourTotals] => [one.hour, one]))
    return {
      totals: new Map([...written, ...Object.entries(progress.hours)]),
      online: new Map(found.flatMap(({ online }) => online.map((one) => [one._id, one.peak]))),
    }
  })
}

/** The months of Asia/Kolkata from one moment to another. */
function monthsSince(fromMs: number, untilMs: number): readonly string[] {
  const dayMs = 86_400_000
  const months = new Set<string>()
  for (let atMs = fromMs; atMs <= untilMs; atMs += dayMs) months.add(monthOfHour(hourOf(atMs)))
  return [...months.add(monthOfHour(hourOf(untilMs)))]
}
