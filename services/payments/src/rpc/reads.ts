import { adminGetDeposit, adminListDeposits, getDepositSettings, Id, listDeposits } from '@kismet/contracts'
import type { Input } from '@kismet/contracts'
import { isTooSlow } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { countPending, findDeposit, listDeposits as readDeposits } from '../db/deposits.ts'
import type { StoredDeposit } from '../db/deposits.ts'
import { readSettings } from '../db/settings.ts'
import { readPosition, readQueuePosition, writePosition, writeQueuePosition } from '../domain/cursor.ts'
import type { QueuePart, QueuePosition } from '../domain/cursor.ts'
import { adminView, playerView, settingsView } from '../views.ts'

type ListQuery = Input<typeof adminListDeposits>

/** What players and admins read. */
export const reads: readonly Handler<Context>[] = [
  handle(getDepositSettings, async (ctx: Context) => ({ settings: settingsView(await readSettings(ctx.db)) })),
  handle(listDeposits, async (ctx: Context, { player, input: { cursor, limit } }) => {
    const after = cursor === undefined ? undefined : (readPosition(cursor) ?? refuseCursor())
    const order = { by: 'createdAt', direction: 'desc' } as const
    const found = await readDeposits(ctx.db, order, { after, limit: limit + 1 }, { player: player.id })
    const { page, last } = pageOf(found, limit)
    const nextCursor = last === undefined ? null : writePosition({ at: last.createdAtMs, id: last.id })
    return { deposits: page.map(playerView), nextCursor }
  }),
  handle(adminListDeposits, (ctx: Context, { admin, input }) =>
    ctx.lists.run(admin.id, async () => {
      const from = startOf(input)
      const found = await readQueue(ctx.db, from, { ...input, limit: input.limit + 1 }).catch(refuseIfTooSlow)
      const { page, last } = pageOf(found, input.limit)
      const nextCursor = last === undefined ? null : queueCursorOf(last, input)
      return { deposits: page.map(adminView), nextCursor, pending: await countPending(ctx.db) }
    }),
  ),
  handle(adminGetDeposit, async (ctx: Context, { input: { id } }) => {
    const deposit = Id.safeParse(id).success ? await findDeposit(ctx.db, id) : undefined
    if (deposit === undefined) throw new Refusal('not_found')
    return { deposit: adminView(deposit) }
  }),
]

/** A search through more than the database reads in its time says nothing about what there is. @throws Refusal `unavailable`; whatever else it was. */
function refuseIfTooSlow(error: unknown): never {
  throw isTooSlow(error) ? new Refusal('unavailable') : error
}

function refuseCursor(): never {
  throw new Refusal('invalid_request', 'The cursor is not valid.')
}

/** The page of rows of which one more was asked for, and its last row if there is another page. */
function pageOf(found: StoredDeposit[], limit: number): { page: StoredDeposit[]; last: StoredDeposit | undefined } {
  const page = found.slice(0, limit)
  return { page, last: found.length > limit ? page.at(-1) : undefined }
}

/** The parts that a list goes through, in their order. */
function partsOf({ sort, status }: ListQuery): readonly QueuePart[] {
  if (sort !== undefined) return [sort]
  if (status === undefined) return ['pending', 'decided']
  return [status === 'pending' ? 'pending' : 'decided']
}

function startOf(query: ListQuery): QueuePosition {
  const parts = partsOf(query)
  if (query.cursor === undefined) return { part: parts[0] ?? 'pending', after: undefined }
  const position = readQueuePosition(query.cursor) ?? refuseCursor()
  return parts.includes(position.part) ? position : refuseCursor()
}

/** The rows from the position on: of its part, and, where that ends and another follows, of that one. */
async function readQueue(
  db: Context['db'],
  { part, after }: QueuePosition,
  query: ListQuery,
): Promise<StoredDeposit[]> {
  const { status, method, minAmount, maxAmount, search, order: direction = 'desc', limit } = query
  const choice = { status, method, minAmount, maxAmount, search }
  const ofPart = (rows: number): Promise<StoredDeposit[]> => {
    const page = { after, limit: rows }
    if (part === 'pending')
      return readDeposits(db, { by: 'createdAt', direction: 'asc' }, page, { ...choice, status: part })
    if (part === 'decided') return readDeposits(db, { by: 'decidedAt', direction: 'desc' }, page, choice)
    return readDeposits(db, { by: part, direction }, page, choice)
  }
  const found = await ofPart(limit)
  const parts = partsOf(query)
  const following = parts[parts.indexOf(part) + 1]
  if (following === undefined || found.length === limit) return found
  const rest = { ...query, limit: limit - found.length }
  return [...found, ...(await readQueue(db, { part: following, after: undefined }, rest))]
}

function queueCursorOf({ id, createdAtMs, decidedAtMs, amountPaise }: StoredDeposit, { sort }: ListQuery): string {
  if (sort === 'amount') return writeQueuePosition(sort, { at: amountPaise, id })
  if (sort === 'createdAt') return writeQueuePosition(sort, { at: createdAtMs, id })
  if (decidedAtMs === null) return writeQueuePosition('pending', { at: createdAtMs, id })
  return writeQueuePosition('decided', { at: decidedAtMs, id })
}
