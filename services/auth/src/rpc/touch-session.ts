import { touchSession } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { AuthContext } from '../context.ts'

export const touchSessionHandler = handle(touchSession, async (ctx: AuthContext, { input }) => {
  return { live: (await ctx.sessions.touch(input.sessionId)) !== null }
})
