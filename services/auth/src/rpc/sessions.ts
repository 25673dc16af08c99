import { activity, adminActivity, adminLogout, checkSession, getKeys, logout, touchSession } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { publicKeys } from '../signing-keys.ts'

async function keepAlive({ sessions }: Context, sessionId: string): Promise<{ sessionEndsAt: string }> {
  const endsAtMs = await sessions.touch(sessionId)
  if (endsAtMs === null) throw new Refusal('unauthenticated')
  return { sessionEndsAt: isoTime(endsAtMs) }
}

const loggedOut = { message: 'You have been logged out.' }

/** What is done with a session once it has begun, and the keys that its token is verified with. */
export const sessionOperations = [
  handle(activity, (ctx: Context, { player }) => keepAlive(ctx, player.sessionId)),
  handle(adminActivity, (ctx: Context, { admin }) => keepAlive(ctx, admin.sessionId)),
  handle(logout, async ({ sessions }: Context, { player: { id, sessionId } }) => {
    const person = { audience: 'player', id } as const
    await sessions.ending((transaction) => sessions.endOf(transaction, person, 'logout', { only: sessionId }))
    return loggedOut
  }),
  handle(adminLogout, async ({ audit, sessions }: Context, { admin, meta }) => {
    const person = { audience: 'admin', id: admin.id } as const
    await sessions.ending(async (transaction) => {
      const mine = await sessions.endOf(transaction, person, 'logout', { only: admin.sessionId })
      const entry = { admin, action: 'session.logout', target: admin.id, detail: {}, meta }
      if (mine.length > 0) await audit.append(transaction, entry)
      return mine
    })
    return loggedOut
  }),
  handle(checkSession, async ({ sessions }: Context, { input }) => ({
    holder: await sessions.holderOf(input.sessionId),
  })),
  handle(touchSession, async ({ sessions }: Context, { input }) => ({
    live: (await sessions.touch(input.sessionId)) !== null,
  })),
  handle(getKeys, async (ctx: Context) => ({ keys: await publicKeys(ctx) })),
]
