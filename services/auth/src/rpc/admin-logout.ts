import { adminLogout } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { AuthContext } from '../context.ts'

export const adminLogoutHandler = handle(adminLogout, async (ctx: AuthContext, { admin }) => {
  await ctx.sessions.end(admin.sessionId, 'logout')
  return { message: 'You have been logged out.' }
})
