import { readBalance, verifyOtp } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { siteOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import { codeOf, requireCode } from '../codes.ts'
import type { Context } from '../context.ts'
import { findSignUp, verifySignUp } from '../db/sign-ups.ts'

/** The banner after the verification (docs/spec/product-spec.md, 7.1). */
const message = 'Please refresh the site to check your current balance.'

/**
 * Reads the balance first, so that a failure of the wallet does not use up the code. Without a
 * sign-up, the read uses a random id.
 */
export const verifyOtpHandler = handle(verifyOtp, async (ctx: Context, call) => {
  const { input, meta, log } = call
  const { email, otp, signupId } = input
  const nowMs = ctx.clock.now()
  const signUp = await findSignUp(ctx.db, email, signupId)
  const id = signUp?.id ?? ctx.randomness.id(nowMs)
  const standing = await ctx.bus.call(readBalance, { playerId: id }, { requestId: meta.requestId })
  const holder = { network: siteOf(meta.ip), isOwner: signupId !== undefined }
  await requireCode(ctx, 'signup', { subject: codeOf.signUp(id), email, code: otp, holder })
  const started = await inTransaction(ctx.db, async (transaction) => {
    const playerId = await verifySignUp(transaction, { id, email, nowMs })
    if (playerId === undefined) throw new Refusal('invalid_code')
    return ctx.sessions.start(transaction, { audience: 'player', id: playerId }, meta)
  })
  const token = await ctx.sessions.announce(started, { email })
  call.keepDevice(started.device)
  log.info({ event: 'player.verified', playerId: id, address: meta.ip }, 'e-mail verified')
  return { message, user: { _id: id, email, language: signUp?.language ?? 'en', ...standing }, token }
})
