import { adminActivity } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { AuthContext } from '../context.ts'

export const adminActivityHandler = handle(adminActivity, async (ctx: AuthContext, { admin }) => {
  const endsAtMs = await ctx.sessions.touch(admin.sessionId)
  if (endsAtMs === null) throw new Refusal('unauthenticated')
  return { sessionEndsAt: isoTime(endsAtMs) }
})
