import { login, readBalance } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { networkOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { checkPassword, recordLogin, recordThrottled } from '../credentials.ts'
import { findAccount, holdPlayerPassword, refreshPlayerHash } from '../db/players.ts'

/** The banner that follows (docs/product-spec.md, 7.1). */
const message = 'Please refresh the site & check balance.'

export const loginHandler = handle(login, async (ctx: Context, { input, meta }) => {
  const { email, password } = input
  const { requestId } = meta
  const network = networkOf(meta.ip)
  const player = await findAccount(ctx.db, email, { network, nowMs: ctx.clock.now() })
  const target = { audience: 'player', account: email, network, isKnown: player?.isKnown === true } as const
  const checked = await checkPassword(ctx, target, player, password).catch(recordThrottled(ctx, target, requestId))
  if (player === undefined || !checked.isRight) {
    const outcome = player === undefined ? 'unknown_account' : 'wrong_password'
    recordLogin(ctx, target, outcome, { requestId, personId: player?.id })
    throw new Refusal('invalid_credentials')
  }
  if (!player.isVerified) {
    recordLogin(ctx, target, 'not_verified', { requestId, personId: player.id })
    throw new Refusal('email_not_verified')
  }
  const { balancePaise, balanceSeq } = await ctx.bus.call(readBalance, { playerId: player.id }, { requestId })
  const started = await inTransaction(ctx.db, async (transaction) => {
    if (!(await holdPlayerPassword(transaction, player))) return undefined
    return ctx.sessions.start(transaction, { audience: 'player', id: player.id }, meta.ip)
  })
  if (started === undefined) {
    recordLogin(ctx, target, 'password_changed', { requestId, personId: player.id })
    throw new Refusal('invalid_credentials')
  }
  const token = await ctx.sessions.announce(started, { email: player.email })
  if (checked.newHash !== undefined) await refreshPlayerHash(ctx.db, player, checked.newHash)
  recordLogin(ctx, target, 'ok', { requestId, personId: player.id })
  const user = { _id: player.id, email: player.email, balance: balancePaise, balanceSeq }
  return { message, user, token }
})
