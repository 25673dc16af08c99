import { dayOf } from '@kismet/contracts'
import type { Context } from '../context.ts'
import type { ProgressDocument } from '../db/store.ts'
import { Refusal } from '@kismet/service-kit/refusal'
import type { PlayerDay } from '../domain/day-results.ts'
import { findProgress } from '../ingest/store.ts'
import { requireEpoch } from './statement.ts'
import type { ReadContext } from './statement.ts'

export interface PlayersOfDay {
  readonly players: PlayerDay[]
  /** There are more: these are the ones of the largest stakes. */
  readonly isCut: boolean
}

type ListContext = ReadContext & Pick<Context, 'playersListed'>

/** An answer stands so long, so that admins who page and search cost one reading. */
const freshMs = 2_000
const withinMs = 10_000

const lists = new WeakMap<object, { readonly atMs: number; readonly list: Promise<PlayersOfDay> }>()

/** What each player has bet and won today; an answer stands for two seconds. @throws Refusal `unavailable` */
export function playersOfToday(ctx: ListContext): Promise<PlayersOfDay> {
  const kept = lists.get(ctx.documents)
  if (kept !== undefined && performance.now() - kept.atMs < freshMs) return kept.list
  const list = readPlayers(ctx)
  lists.set(ctx.documents, { atMs: performance.now(), list })
  list.catch(() => lists.delete(ctx.documents))
  return list
}

async function readPlayers({ documents, clock, freshness, playersListed }: ListContext): Promise<PlayersOfDay> {
  const epoch = await freshness.epoch(clock)
  const projection = { betsPaise: 1, winsPaise: 1, games: 1 }
  const found = await documents.run(
    ({ store }) =>
      store
        .heads(epoch)
        .find({ day: dayOf(clock.now()) }, { projection, sort: { betsPaise: -1 }, limit: playersListed + 1 })
        .toArray(),
    { withinMs },
  )
  if (found.length === 0) await requireEpoch({ documents }, epoch)
  const players = found.slice(0, playersListed).map(({ _id: playerId, ...day }) => ({ playerId, ...day }))
  return { players, isCut: found.length > playersListed }
}

/** What happened in each hour and day that a chart can have. @throws Refusal `unavailable` */
export async function readTotals({ documents, clock, freshness }: ReadContext): Promise<ProgressDocument['totals']> {
  const epoch = await freshness.epoch(clock)
  const progress = await findProgress(documents)
  if (progress?.epoch !== epoch) throw new Refusal('unavailable')
  return progress.totals
}
