import { adminListDeposits, getDepositSettings, listDeposits } from '@kismet/contracts'
import type { RequestStatus } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { countPending, decidedDeposits, depositsOfPlayer, pendingDeposits } from '../db/deposits.ts'
import type { StoredDeposit } from '../db/deposits.ts'
import { readSettings } from '../db/settings.ts'
import { readPosition, readQueuePosition, writePosition, writeQueuePosition } from '../domain/cursor.ts'
import type { QueuePosition } from '../domain/cursor.ts'
import { adminView, playerView, settingsView } from '../views.ts'

/** What players and admins read. */
export const reads: readonly Handler<Context>[] = [
  handle(getDepositSettings, async (ctx: Context) => ({ settings: settingsView(await readSettings(ctx.db)) })),
  handle(listDeposits, async (ctx: Context, { player, input: { cursor, limit } }) => {
    const after = cursor === undefined ? undefined : (readPosition(cursor) ?? refuseCursor())
    const { page, last } = pageOf(await depositsOfPlayer(ctx.db, player.id, { after, limit: limit + 1 }), limit)
    const nextCursor = last === undefined ? null : writePosition({ atMs: last.createdAtMs, id: last.id })
    return { deposits: page.map(playerView), nextCursor }
  }),
  handle(adminListDeposits, async (ctx: Context, { input: { cursor, status, limit } }) => {
    const from = startOf(cursor, status)
    const { page, last } = pageOf(await readQueue(ctx, from, status, limit + 1), limit)
    const nextCursor = last === undefined ? null : queueCursorOf(last)
    return { deposits: page.map(adminView), nextCursor, pending: await countPending(ctx.db) }
  }),
]

function refuseCursor(): never {
  throw new Refusal('invalid_request', 'The cursor is not valid.')
}

/** The page of rows of which one more was asked for, and its last row if there is another page. */
function pageOf(found: StoredDeposit[], limit: number): { page: StoredDeposit[]; last: StoredDeposit | undefined } {
  const page = found.slice(0, limit)
  return { page, last: found.length > limit ? page.at(-1) : undefined }
}

function startOf(cursor: string | undefined, status: RequestStatus | undefined): QueuePosition {
  const isDecidedOnly = status === 'approved' || status === 'rejected'
  if (cursor === undefined) return { part: isDecidedOnly ? 'decided' : 'pending', after: undefined }
  const position = readQueuePosition(cursor) ?? refuseCursor()
  return status === undefined || (position.part === 'decided') === isDecidedOnly ? position : refuseCursor()
}

/** Pending requests from the position on, and after them, unless these alone are asked for, decided ones. */
async function readQueue(
  { db }: Context,
  { part, after }: QueuePosition,
  status: RequestStatus | undefined,
  limit: number,
): Promise<StoredDeposit[]> {
  if (part === 'decided') return decidedDeposits(db, status === 'pending' ? undefined : status, { after, limit })
  const pending = await pendingDeposits(db, { after, limit })
  if (status === 'pending' || pending.length === limit) return pending
  const rest = { after: undefined, limit: limit - pending.length }
  return [...pending, ...(await decidedDeposits(db, undefined, rest))]
}

function queueCursorOf({ id, createdAtMs, decidedAtMs }: StoredDeposit): string {
  if (decidedAtMs === null) return writeQueuePosition('pending', { atMs: createdAtMs, id })
  return writeQueuePosition('decided', { atMs: decidedAtMs, id })
}
