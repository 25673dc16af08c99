import { logout } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { AuthContext } from '../context.ts'

export const logoutHandler = handle(logout, async (ctx: AuthContext, { player }) => {
  await ctx.sessions.end(player.sessionId, 'logout')
  return { message: 'You have been logged out.' }
})
