import { login, readBalance } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { AuthContext } from '../context.ts'
import { checkPassword, recordLogin, recordThrottled } from '../credentials.ts'
import { findPlayer, holdPlayerPassword, refreshPlayerHash } from '../db/players.ts'
import { claimsOf } from '../sessions.ts'

/** The banner that follows (docs/product-spec.md, 7.1). */
const message = 'Please refresh the site & check balance.'

export const loginHandler = handle(login, async (ctx: AuthContext, { input, meta }) => {
  const { email, password } = input
  const target = { audience: 'player', account: email, address: meta.ip } as const
  const { requestId } = meta
  const player = await findPlayer(ctx.db, email)
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
  await ctx.sessions.announce(started)
  if (checked.newHash !== undefined) await refreshPlayerHash(ctx.db, player, checked.newHash)
  recordLogin(ctx, target, 'ok', { requestId, personId: player.id })
  const user = { _id: player.id, email: player.email, balance: balancePaise, balanceSeq }
  return { message, user, token: ctx.keys.sign(claimsOf(started, { email: player.email })) }
})
