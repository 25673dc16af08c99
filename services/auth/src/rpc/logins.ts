import { login, readBalance } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { openSession, recordLogin, requirePassword } from '../credentials.ts'
import { holdPassword } from '../db/passwords.ts'
import { findAccount } from '../db/players.ts'
import { adminLoginOperations } from './admin-login.ts'

/** With a password. A player's balance is asked for first, so that no session is begun while the wallet is down. */
export const loginOperations = [
  handle(login, async (ctx: Context, call) => {
    const { email, password } = call.input
    const account = await findAccount(ctx.db, email, ctx.sessions.originOf(call.meta))
    const tried = { audience: 'player', name: email, account, call } as const
    const checked = await requirePassword(ctx, tried, password, () => Promise.resolve())
    const { id, isVerified, isClosed, isSuspended, language } = checked.account
    if (!isVerified) {
      recordLogin(ctx, tried, 'not_verified')
      throw new Refusal('email_not_verified')
    }
    if (isClosed) {
      recordLogin(ctx, tried, 'closed')
      throw new Refusal('account_closed')
    }
    if (isSuspended) {
      recordLogin(ctx, tried, 'suspended')
      throw new Refusal('account_suspended')
    }
    const { requestId } = call.meta
    const standing = await ctx.bus.call(readBalance, { playerId: id }, { requestId })
    const hold = async (transaction: Queryable) => ((await holdPassword(transaction, checked.account)) ? [] : undefined)
    const token = await openSession(ctx, tried, checked, { email }, { hold })
    // The banner that follows (docs/spec/product-spec.md, 7.1).
    const message = 'Please refresh the site & check balance.'
    return { message, user: { _id: id, email, language, ...standing }, token }
  }),
  ...adminLoginOperations,
]
