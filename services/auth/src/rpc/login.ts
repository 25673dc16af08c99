import { login, readBalance } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { networkOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { openSession, recordLogin, requirePassword } from '../credentials.ts'
import { findAccount } from '../db/players.ts'

/** The banner that follows (docs/product-spec.md, 7.1). */
const message = 'Please refresh the site & check balance.'

export const loginHandler = handle(login, async (ctx: Context, { input, meta }) => {
  const { email, password } = input
  const network = networkOf(meta.ip)
  const account = await findAccount(ctx.db, email, { network, nowMs: ctx.clock.now() })
  const tried = { audience: 'player', name: email, network, account, meta } as const
  const checked = await requirePassword(ctx, tried, password)
  const { id, isVerified } = checked.account
  if (!isVerified) {
    recordLogin(ctx, tried, 'not_verified')
    throw new Refusal('email_not_verified')
  }
  const { requestId } = meta
  const { balancePaise, balanceSeq } = await ctx.bus.call(readBalance, { playerId: id }, { requestId })
  const token = await openSession(ctx, tried, checked, { email })
  return { message, user: { _id: id, email, balance: balancePaise, balanceSeq }, token }
})
