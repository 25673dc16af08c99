import { activity, adminActivity, adminLogout, checkSession, getKeys, logout, touchSession } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { Queryable } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { publicKeys } from '../signing-keys.ts'

async function keepAlive({ sessions }: Context, sessionId: string): Promise<{ sessionEndsAt: string }> {
  const endsAtMs = await sessions.touch(sessionId)
  if (endsAtMs === null) throw new Refusal('unauthenticated')
  return { sessionEndsAt: isoTime(endsAtMs) }
}

async function endNow(
  { sessions }: Context,
  sessionId: string,
  record?: (transaction: Queryable) => Promise<void>,
): Promise<{ message: string }> {
  await sessions.end(sessionId, record)
  return { message: 'You have been logged out.' }
}

/** What is done with a session once it has begun, and the keys that its token is verified with. */
export const sessionOperations = [
  handle(activity, (ctx: Context, { player }) => keepAlive(ctx, player.sessionId)),
  handle(adminActivity, (ctx: Context, { admin }) => keepAlive(ctx, admin.sessionId)),
  handle(logout, (ctx: Context, { player }) => endNow(ctx, player.sessionId)),
  handle(adminLogout, (ctx: Context, { admin, meta }) =>
    endNow(ctx, admin.sessionId, (transaction) =>
      ctx.audit.append(transaction, { admin, action: 'session.logout', target: admin.id, detail: {}, meta }),
    ),
  ),
  handle(checkSession, async ({ sessions }: Context, { input }) => ({
    holder: await sessions.holderOf(input.sessionId),
  })),
  handle(touchSession, async ({ sessions }: Context, { input }) => ({
    live: (await sessions.touch(input.sessionId)) !== null,
  })),
  handle(getKeys, async (ctx: Context) => ({ keys: await publicKeys(ctx) })),
]
