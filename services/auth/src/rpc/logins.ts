import { adminLogin, login, readBalance } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { openSession, recordLogin, requirePassword } from '../credentials.ts'
import { findAdmin } from '../db/admins.ts'
import { findAccount } from '../db/players.ts'

/** With a password. A player's balance is asked for first, so that no session is begun while the wallet is down. */
export const loginOperations = [
  handle(login, async (ctx: Context, call) => {
    const { email, password } = call.input
    const account = await findAccount(ctx.db, email, ctx.sessions.originOf(call.meta))
    const tried = { audience: 'player', name: email, account, call } as const
    const checked = await requirePassword(ctx, tried, password)
    const { id, isVerified, language } = checked.account
    if (!isVerified) {
      recordLogin(ctx, tried, 'not_verified')
      throw new Refusal('email_not_verified')
    }
    const { requestId } = call.meta
    const standing = await ctx.bus.call(readBalance, { playerId: id }, { requestId })
    const token = await openSession(ctx, tried, checked, { email })
    // The banner that follows (docs/product-spec.md, 7.1).
    const message = 'Please refresh the site & check balance.'
    return { message, user: { _id: id, email, language, ...standing }, token }
  }),
  handle(adminLogin, async (ctx: Context, call) => {
    const account = await findAdmin(ctx.db, call.input.username, ctx.sessions.originOf(call.meta))
    const tried = { audience: 'admin', name: call.input.username, account, call } as const
    const checked = await requirePassword(ctx, tried, call.input.password)
    const { id, username, role } = checked.account
    const token = await openSession(ctx, tried, checked, { username, role })
    return { message: 'Login successful', admin: { _id: id, username, role }, token }
  }),
]
