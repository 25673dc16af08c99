import { adminLogin } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { networkOf } from '@kismet/service-kit/network'
import type { Context } from '../context.ts'
import { openSession, requirePassword } from '../credentials.ts'
import { findAdmin } from '../db/admins.ts'

const message = 'Login successful'

export const adminLoginHandler = handle(adminLogin, async (ctx: Context, { input, meta }) => {
  const network = networkOf(meta.ip)
  const account = await findAdmin(ctx.db, input.username, { network, nowMs: ctx.clock.now() })
  const tried = { audience: 'admin', name: input.username, network, account, meta } as const
  const checked = await requirePassword(ctx, tried, input.password)
  const { id, username, role } = checked.account
  const token = await openSession(ctx, tried, checked, { username, role })
  return { message, admin: { _id: id, username, role }, token }
})
