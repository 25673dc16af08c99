import { readBalance, verifyOtp } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { requireCode } from '../codes.ts'
import type { AuthContext } from '../context.ts'
import { findPlayer, verifyPlayer } from '../db/players.ts'
import { claimsOf } from '../sessions.ts'

/** The banner that follows (docs/product-spec.md, 7.1). */
const message = 'Please refresh the site to check your current balance.'

/** The wallet is asked first, so that a code is not used up when it is down; about nobody's id where the e-mail is unknown. */
export const verifyOtpHandler = handle(verifyOtp, async (ctx: AuthContext, { input, meta, log }) => {
  const { email, otp } = input
  const asked = await findPlayer(ctx.db, email)
  const playerId = asked?.id ?? ctx.randomness.id(ctx.clock.now())
  const { balancePaise, balanceSeq } = await ctx.bus.call(readBalance, { playerId }, { requestId: meta.requestId })
  await requireCode(ctx, 'signup', email, otp)
  const started = await inTransaction(ctx.db, async (transaction) => {
    const player = await verifyPlayer(transaction, email, ctx.clock.now())
    if (player === undefined) throw new Refusal('invalid_code')
    return ctx.sessions.start(transaction, { audience: 'player', id: player.id }, meta.ip)
  })
  await ctx.sessions.announce(started)
  log.info({ event: 'player.verified', playerId, address: meta.ip }, 'e-mail verified')
  const user = { _id: started.person.id, email, balance: balancePaise, balanceSeq }
  return { message, user, token: ctx.keys.sign(claimsOf(started, { email })) }
})
