import { checkSession } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { AuthContext } from '../context.ts'

export const checkSessionHandler = handle(checkSession, async (ctx: AuthContext, { input }) => {
  return { holder: await ctx.sessions.holderOf(input.sessionId) }
})
