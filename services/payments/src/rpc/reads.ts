import { adminGetDeposit, adminListDeposits, getDepositSettings, Id, listDeposits } from '@kismet/contracts'
import type { Input } from '@kismet/contracts'
import { inTransaction, isTooSlow } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { countPending, findDeposit, listDeposits as readDeposits } from '../db/deposits.ts'
import type { Choice, StoredDeposit } from '../db/deposits.ts'
import { readSettings } from '../db/settings.ts'
import { readPosition, writePosition } from '../domain/cursor.ts'
import type { ListPart, Position } from '../domain/cursor.ts'
import { adminView, playerView, settingsView } from '../views.ts'

type ListQuery = Input<typeof adminListDeposits> & Pick<Choice, 'player'>

/** What players and admins read. */
export const reads: readonly Handler<Context>[] = [
  handle(getDepositSettings, async (ctx: Context) => ({ settings: settingsView(await readSettings(ctx.db)) })),
  handle(listDeposits, async (ctx: Context, { player, input }) => {
    const { page, nextCursor } = await readPage(ctx.db, { ...input, sort: 'createdAt', player: player.id })
    return { deposits: page.map(playerView), nextCursor }
  }),
  handle(adminListDeposits, async (ctx: Context, { admin, input }) => {
    const reading =
      input.search === undefined ? readPage(ctx.db, input) : ctx.searches.run(admin.id, () => searchPage(ctx.db, input))
    const { page, nextCursor } = await reading.catch(refuseIfTooSlow)
    return { deposits: page.map(adminView), nextCursor, pending: await countPending(ctx.db) }
  }),
  handle(adminGetDeposit, async (ctx: Context, { input: { id } }) => {
    const deposit = Id.safeParse(id).success ? await findDeposit(ctx.db, id) : undefined
    if (deposit === undefined) throw new Refusal('not_found')
    return { deposit: adminView(deposit) }
  }),
]

/** What waits and what was decided are looked through one after the other, and whoever asks waits 5 s in all. */
const searchPartWithinMs = 1_800

function searchPage(pool: Context['db'], query: ListQuery): ReturnType<typeof readPage> {
  return inTransaction(pool, async (db) => {
    await db.query(`SET LOCAL statement_timeout = ${searchPartWithinMs}`)
    return readPage(db, query)
  })
}

/** A search through more than the database reads in its time says nothing about what there is. @throws Refusal `unavailable`; whatever else it was. */
function refuseIfTooSlow(error: unknown): never {
  throw isTooSlow(error) ? new Refusal('unavailable') : error
}

/** A page of a list, from its start or after its cursor. @throws Refusal `invalid_request` for a cursor that is none of that list */
async function readPage(
  db: Queryable,
  query: ListQuery,
): Promise<{ page: StoredDeposit[]; nextCursor: string | null }> {
  const parts = partsOf(query)
  const after = query.cursor === undefined ? undefined : readPosition(query.cursor)
  const from = query.cursor === undefined ? 0 : parts.findIndex((part) => part === after?.part)
  if (from < 0) throw new Refusal('invalid_request', 'The cursor is not valid.')
  // One more than are shown: then there is another page.
  const found = await readParts(db, parts.slice(from), after, { ...query, limit: query.limit + 1 })
  const page = found.slice(0, query.limit)
  const last = found.length > query.limit ? page.at(-1) : undefined
  return { page, nextCursor: last === undefined ? null : writePosition(positionOf(last, query)) }
}

/** The parts that a list goes through, in their order. */
function partsOf({ sort, status }: ListQuery): readonly ListPart[] {
  if (sort !== undefined) return [sort]
  if (status === undefined) return ['pending', 'decided']
  return [status === 'pending' ? 'pending' : 'decided']
}

/** The rows of the parts, of the first one from a position on. */
async function readParts(
  db: Queryable,
  [part, ...others]: readonly ListPart[],
  after: Position | undefined,
  query: ListQuery,
): Promise<StoredDeposit[]> {
  const { order: direction = 'desc', limit } = query
  if (part === undefined || limit === 0) return []
  const order = {
    pending: { by: 'createdAt', direction: 'asc' },
    decided: { by: 'decidedAt', direction: 'desc' },
    createdAt: { by: 'createdAt', direction },
    amount: { by: 'amount', direction },
  } as const
  const choice = part === 'pending' ? { ...query, status: part } : query
  const found = await readDeposits(db, order[part], { after, limit }, choice)
  return [...found, ...(await readParts(db, others, undefined, { ...query, limit: limit - found.length }))]
}

function positionOf({ id, createdAtMs, decidedAtMs, amountPaise }: StoredDeposit, { sort }: ListQuery): Position {
  if (sort === 'amount') return { part: sort, at: amountPaise, id }
  if (sort === 'createdAt' || decidedAtMs === null) return { part: sort ?? 'pending', at: createdAtMs, id }
  return { part: 'decided', at: decidedAtMs, id }
}
