import { limits, signup } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { networkOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import { codeOf, mailCode, makeCode, requireMailRoom } from '../codes.ts'
import type { Context } from '../context.ts'
import { requireUncommonPassword } from '../credentials.ts'
import { addSignUp, holdSignUpsOf } from '../db/sign-ups.ts'
import type { NewSignUp } from '../db/sign-ups.ts'
import { placeOf } from '../domain/sign-up-place.ts'

const message = 'We have sent an OTP to your email. If you already have an account, please log in.'
const tooMany = 'This email waits for an OTP already. Please enter it, or try again later.'

/** Adds a sign-up to those that wait and makes its code. @returns the code if it is to be mailed. @throws Refusal `too_many_requests` or `unavailable` */
function addToWaiting(ctx: Context, signUp: NewSignUp): Promise<string | undefined> {
  return inTransaction(ctx.db, async (transaction) => {
    const waiting = await holdSignUpsOf(transaction, signUp.email)
    const place = placeOf(waiting, signUp.network, signUp.createdAtMs)
    if ('waitMs' in place) throw new Refusal('too_many_requests', tooMany, { retryAfterMs: place.waitMs })
    const isNew = await addSignUp(transaction, signUp, place.replaces)
    const { id, email, network } = signUp
    const subject = isNew ? codeOf.signUp(id) : undefined
    // Here, so that nothing waits when Redis is gone.
    return makeCode(ctx, { subject, email, network, standing: 'stranger', isOwners: true })
  })
}

/** Takes the same steps for an e-mail that is new, waits to be verified, or has an account; only the last gets no mail. */
export const signupHandler = handle(signup, async (ctx: Context, { input, meta, log }) => {
  const { email, password, acceptTerms } = input
  if (acceptTerms === false) throw new Refusal('terms_required')
  requireUncommonPassword(ctx, password)
  requireMailRoom(ctx)
  const passwordHash = await ctx.passwords.inTurn('player', (work) => work.hash(password))
  const createdAtMs = ctx.clock.now()
  const id = ctx.randomness.id(createdAtMs)
  const network = networkOf(meta.ip)
  const code = await addToWaiting(ctx, {
    id,
    email,
    passwordHash,
    consent: { termsVersion: ctx.config.TERMS_VERSION, givenBy: acceptTerms === true ? 'box' : 'notice' },
    createdAtMs,
    ip: meta.ip,
    network,
    codeEndsAtMs: createdAtMs + limits.otp.lifetimeMs,
  })
  const isMailed = code !== undefined
  if (isMailed) mailCode(ctx, 'signup', email, code)
  log.info({ event: 'signup', isMailed, account: ctx.secrets.accountTag(email), network }, 'sign-up')
  return { message, signupId: id }
})
