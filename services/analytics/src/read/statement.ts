import { Id, instantsOf, paise, startOfDay } from '@kismet/contracts'
import type { Paise } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { everything, listsFor, pageOf } from '../domain/lists.ts'
import type { Filters } from '../domain/lists.ts'
import { pageRows } from '../domain/statement.ts'
import type { Head, RowDocument } from '../domain/statement.ts'
import { emptyHead } from '../domain/take-entry.ts'
import { findHead, findProgress } from '../ingest/store.ts'

export type ReadContext = Pick<Context, 'documents' | 'clock' | 'freshness'>

/**
 * A player's head, and the epoch that it is of.
 * @throws Refusal `unavailable` when another epoch has begun: an empty statement would look like lost money
 */
export async function readHead(
  { documents, clock, freshness }: ReadContext,
  playerId: string,
): Promise<{ readonly epoch: string; readonly head: Head }> {
  const epoch = await freshness.epoch(clock)
  const head = await findHead(documents, epoch, playerId)
  if (head === null) await requireEpoch({ documents }, epoch)
  return { epoch, head: head ?? emptyHead }
}

/** A read without a result comes here: its epoch may have ended. @throws Refusal `unavailable` */
export async function requireEpoch({ documents }: Pick<Context, 'documents'>, epoch: string): Promise<void> {
  if ((await findProgress(documents))?.epoch !== epoch) throw new Refusal('unavailable')
}

/** A list of the player's lines. `place` lines of it were not given; of them, `rows` were read, oldest first. */
interface List {
  readonly name: string
  place: number
  rows: RowDocument[]
}

/** A player's statement as it stood at the last step, newest line first. It merges the lists that the filter selects. */
export interface Statement {
  /** What all lines have come to. */
  readonly head: Head
  /** The next lines. @throws Refusal `unavailable` where lines are gone, because another epoch has begun */
  take(limit: number): Promise<RowDocument[]>
  /** The cursor of the next page, after `take`; null at the end. */
  cursor(): string | null
}

/**
 * @param from `cursor` is the end of an earlier page with the same filter. `since` is the date of
 * the oldest line, `until` the first date after the newest line. Without them, the days of the filter.
 * @throws Refusal `invalid_request` for an invalid cursor, `not_found` for an invalid id, `unavailable`
 */
export async function openStatement(
  ctx: ReadContext,
  playerId: string,
  filters: Filters,
  { cursor, ...range }: { readonly cursor?: string | undefined; readonly since?: string; readonly until?: string } = {},
): Promise<Statement> {
  const { fromMs, untilMs } = instantsOf(filters)
  const { since = fromMs === undefined ? '' : isoTime(fromMs) } = range
  const { until = untilMs === undefined ? undefined : isoTime(untilMs) } = range
  const names = listsFor(filters)
  const places = cursor === undefined ? undefined : placesOf(cursor, names.length)
  if (!Id.safeParse(playerId).success) throw new Refusal('not_found')
  const { epoch, head } = await readHead(ctx, playerId)
  const lists = names.map((name, at): List => {
    const count = head.counts[name] ?? 0
    const place = places?.[at] ?? count
    if (place > count) throw new Refusal('invalid_request', 'cursor is not valid.')
    return { name, place, rows: [] }
  })
  if (until !== undefined && cursor === undefined)
    await Promise.all(lists.map((list) => goBefore(ctx, epoch, playerId, list, until)))
  const newestList = () => {
    const numberOf = ({ rows }: List) => rows.at(-1)?.number ?? -1
    const list = lists.toSorted((a, b) => numberOf(b) - numberOf(a))[0]
    const date = list?.rows.at(-1)?.date
    return date !== undefined && date >= since ? list : undefined
  }
  const take = async (limit: number) => {
    const taken: RowDocument[] = []
    for (;;) {
      const empty = lists.filter(({ place, rows }) => place > 0 && rows.length === 0)
      if (empty.length > 0) await Promise.all(empty.map((list) => readPage(ctx, epoch, playerId, list)))
      const list = newestList()
      const row = taken.length < limit ? list?.rows.pop() : undefined
      if (list === undefined || row === undefined) return taken
      taken.push(row)
      list.place -= 1
    }
  }
  return { head, take, cursor: () => (newestList() === undefined ? null : lists.map(({ place }) => place).join('-')) }
}

/**
 * The balance before a day, in paise. Null when the entries before the day are in archived months.
 * @throws Refusal as `openStatement`
 */
export async function balanceBefore(ctx: ReadContext, playerId: string, day: string): Promise<Paise | null> {
  const statement = await openStatement(ctx, playerId, {}, { until: isoTime(startOfDay(day)) })
  const [line] = await statement.take(1)
  return line?.closeBalance ?? (statement.head.isCut ? null : paise(0))
}

/** Moves the place of a list before its first line of `until` or later. The dates of a list never fall. */
async function goBefore(ctx: ReadContext, epoch: string, playerId: string, list: List, until: string): Promise<void> {
  let [low, high] = [0, list.place]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const look: List = { name: list.name, place: middle + 1, rows: [] }
    await readPage(ctx, epoch, playerId, look)
    if ((look.rows.at(-1)?.date ?? '') < until) low = middle + 1
    else high = middle
  }
  list.place = low
}

/** Reads the page before the place of a list. */
async function readPage({ documents }: ReadContext, epoch: string, playerId: string, list: List): Promise<void> {
  const name = pageOf(playerId, list.name, list.place - 1)
  const filter = list.name === everything ? { page: name } : { kindPage: name }
  const rows = await documents.run(({ store }) => store.rows(epoch).find(filter).toArray())
  // Lines have no gaps, and the page may have newer ones.
  const wanted = ((list.place - 1) % pageRows) + 1
  if (rows.length < wanted) throw new Refusal('unavailable')
  list.rows = rows.sort((a, b) => a.number - b.number).slice(0, wanted)
}

function placesOf(cursor: string, lists: number): number[] {
  if (!/^\d{1,9}(-\d{1,9})*$/.test(cursor)) throw new Refusal('invalid_request', 'cursor is not valid.')
  const places = cursor.split('-').map(Number)
  if (places.length !== lists) throw new Refusal('invalid_request', 'cursor belongs to another filter.')
  return places
}
