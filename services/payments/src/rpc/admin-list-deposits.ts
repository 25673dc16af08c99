import { adminListDeposits } from '@kismet/contracts'
import type { RequestStatus } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { countPending, decidedDeposits, pendingDeposits } from '../db/deposits.ts'
import type { StoredDeposit } from '../db/deposits.ts'
import { readQueuePosition, writeQueuePosition } from '../domain/cursor.ts'
import type { QueuePosition } from '../domain/cursor.ts'
import { adminView } from '../views.ts'

export const adminListDepositsHandler = handle(adminListDeposits, async (ctx: Context, { input }) => {
  const from = startOf(input.cursor, input.status)
  const found = await read(ctx, from, input.status, input.limit + 1)
  const page = found.slice(0, input.limit)
  const last = found.length > input.limit ? page.at(-1) : undefined
  return {
    deposits: page.map(adminView),
    nextCursor: last === undefined ? null : writeQueuePosition(positionOf(last)),
    pending: await countPending(ctx.db),
  }
})

function startOf(cursor: string | undefined, status: RequestStatus | undefined): QueuePosition {
  const isDecidedOnly = status === 'approved' || status === 'rejected'
  if (cursor === undefined) return { part: isDecidedOnly ? 'decided' : 'pending', after: undefined }
  const position = readQueuePosition(cursor)
  const fits = position !== undefined && (status === undefined || (position.part === 'decided') === isDecidedOnly)
  if (!fits) throw new Refusal('invalid_request', 'The cursor is not valid.')
  return position
}

/** Pending requests from the position on, and after them, unless these alone are asked for, decided ones. */
async function read(
  ctx: Context,
  { part, after }: QueuePosition,
  status: RequestStatus | undefined,
  limit: number,
): Promise<StoredDeposit[]> {
  if (part === 'decided') return decidedDeposits(ctx.db, status === 'pending' ? undefined : status, after, limit)
  const pending = await pendingDeposits(ctx.db, after, limit)
  if (status === 'pending' || pending.length === limit) return pending
  return [...pending, ...(await decidedDeposits(ctx.db, undefined, undefined, limit - pending.length))]
}

function positionOf({ id, createdAtMs, decidedAtMs }: StoredDeposit): QueuePosition {
  return decidedAtMs === null
    ? { part: 'pending', after: { atMs: createdAtMs, id } }
    : { part: 'decided', after: { atMs: decidedAtMs, id } }
}
