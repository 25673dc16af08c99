import type { HandledBy } from '@kismet/contracts'
import { inTransaction, isTooSlow } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { listRequests } from '../db/request-lists.ts'
import type { Choice, ListedRequest, ListSource } from '../db/request-lists.ts'
import { readPosition, writePosition } from '../domain/cursor.ts'
import type { ListPart, Position } from '../domain/cursor.ts'

/** A list as a page of it is read. */
export interface ListQuery extends Choice {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly sort?: 'createdAt' | 'amount' | undefined
  readonly order?: 'asc' | 'desc' | undefined
}

export interface ListPage<Row> {
  readonly page: Row[]
  readonly nextCursor: string | null
}

/** The choice of an admin who asks now. */
export function chosenBy<Query extends { readonly handledBy?: HandledBy | undefined }>(
  { clock }: Context,
  { id: adminId }: Pick<Admin, 'id'>,
  { handledBy, ...query }: Query,
): Omit<Query, 'handledBy'> & Pick<Choice, 'handled'> {
  if (handledBy === undefined) return query
  return { ...query, handled: { by: handledBy, adminId, nowMs: clock.now() } }
}

/** What waits and what was decided are looked through one after the other, and whoever asks waits 5 s in all. */
const searchPartWithinMs = 1_800

/** A page for an admin: a search takes its turn among those of all admins. @throws Refusal `invalid_request`, `unavailable`, `too_many_requests` */
export async function readForAdmin<Row extends ListedRequest>(
  ctx: Context,
  source: ListSource<Row>,
  query: ListQuery,
  adminId: string,
): Promise<ListPage<Row>> {
  if (query.search === undefined) return readPage(ctx.db, source, query)
  const search = () =>
    inTransaction(ctx.db, async (db) => {
      await db.query(`SET LOCAL statement_timeout = ${searchPartWithinMs}`)
      return readPage(db, source, query)
    })
  return ctx.searches.run(adminId, search).catch(refuseIfTooSlow)
}

/** A search through more than the database reads in its time says nothing about what there is. @throws Refusal `unavailable`; whatever else it was. */
function refuseIfTooSlow(error: unknown): never {
  throw isTooSlow(error) ? new Refusal('unavailable') : error
}

/** A page of a list, from its start or after its cursor. @throws Refusal `invalid_request` for a cursor that is none of that list */
export async function readPage<Row extends ListedRequest>(
  db: Queryable,
  source: ListSource<Row>,
  query: ListQuery,
): Promise<ListPage<Row>> {
  const parts = partsOf(query)
  const after = query.cursor === undefined ? undefined : readPosition(query.cursor)
  const from = query.cursor === undefined ? 0 : parts.findIndex((part) => part === after?.part)
  if (from < 0) throw new Refusal('invalid_request', 'The cursor is not valid.')
  // One more than are shown: then there is another page.
  const found = await readParts(db, source, parts.slice(from), after, { ...query, limit: query.limit + 1 })
  const page = found.slice(0, query.limit)
  const last = found.length > query.limit ? page.at(-1) : undefined
  return { page, nextCursor: last === undefined ? null : writePosition(positionOf(last, query)) }
}

/** All rows of a list up to a number, read a page at a time. What is decided meanwhile comes once, as it stood. */
export async function* readAll<Row extends ListedRequest>(
  db: Queryable,
  source: ListSource<Row>,
  query: Omit<ListQuery, 'limit'>,
  most: number,
  pageRows = 500,
): AsyncGenerator<Row> {
  const undecided = new Set<string>()
  let cursor: string | undefined
  let left = most
  do {
    const { page, nextCursor } = await readPage(db, source, { ...query, limit: pageRows, cursor })
    for (const row of page) {
      if (undecided.has(row.id)) continue
      if (row.decidedAtMs === null) undecided.add(row.id)
      yield row
    }
    left -= page.length
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined && left > 0)
}

/** The parts that a list goes through, in their order. */
function partsOf({ sort, status, handled }: Pick<ListQuery, 'sort' | 'status' | 'handled'>) {
  if (sort !== undefined) return [sort] as readonly ListPart[]
  if (status === undefined && handled === undefined) return ['pending', 'decided'] as const
  return [status === 'pending' || status === undefined ? 'pending' : 'decided'] as const
}

/** The rows of the parts, of the first one from a position on. */
async function readParts<Row extends ListedRequest>(
  db: Queryable,
  source: ListSource<Row>,
  [part, ...others]: readonly ListPart[],
  after: Position | undefined,
  query: ListQuery,
): Promise<Row[]> {
  const { order: direction = 'desc', limit } = query
  if (part === undefined || limit === 0) return []
  const order = {
    pending: { by: 'createdAt', direction: 'asc' },
    decided: { by: 'decidedAt', direction: 'desc' },
    createdAt: { by: 'createdAt', direction },
    amount: { by: 'amount', direction },
  } as const
  const choice = part === 'pending' ? { ...query, status: part } : query
  const found = await listRequests(db, source, order[part], { after, limit }, choice)
  return [...found, ...(await readParts(db, source, others, undefined, { ...query, limit: limit - found.length }))]
}

function positionOf({ id, createdAtMs, decidedAtMs, amountPaise }: ListedRequest, { sort }: ListQuery): Position {
  if (sort === 'amount') return { part: sort, at: amountPaise, id }
  if (sort === 'createdAt' || decidedAtMs === null) return { part: sort ?? 'pending', at: createdAtMs, id }
  return { part: 'decided', at: decidedAtMs, id }
}
