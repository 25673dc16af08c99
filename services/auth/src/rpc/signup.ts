import { limits, signup } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { siteOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import { codeOf, mailCode, mayMail, requireMailRoom } from '../codes.ts'
import type { Context } from '../context.ts'
import { requireUncommonPassword } from '../credentials.ts'
import { addSignUp, holdByNewCode, holdSignUpsOf, signUpWaitMs } from '../db/sign-ups.ts'
import type { NewSignUp } from '../db/sign-ups.ts'
import { placeOf } from '../domain/sign-up-place.ts'
import type { Hold } from '../domain/sign-up-place.ts'

const message = 'We have sent an OTP to your email. If you already have an account, please log in.'
const tooMany = 'This email already has an OTP. Please enter the OTP, or try again later.'

/**
 * Adds a sign-up and makes its code.
 * @returns the code if it must be mailed.
 * @throws Refusal `too_many_requests` or `unavailable`
 */
function addToWaiting(ctx: Context, signUp: Omit<NewSignUp, keyof Hold>): Promise<string | undefined> {
  return inTransaction(ctx.db, async (transaction) => {
    const { id, email, network, createdAtMs } = signUp
    const place = placeOf(await holdSignUpsOf(transaction, email), network, createdAtMs)
    if ('waitMs' in place) throw new Refusal('too_many_requests', tooMany, { retryAfterMs: place.waitMs })
    const hasRoom = await mayMail(ctx, transaction, [email, { one: network, among: 'holders' }], true)
    const isNew = await addSignUp(transaction, { ...signUp, ...place }, place.replaces)
    if (hasRoom) await holdByNewCode(transaction, id, createdAtMs + limits.otp.lifetimeMs)
    const isMailed = hasRoom && isNew
    // Inside the transaction, so that the sign-up rolls back when Redis is unavailable.
    const code = await ctx.codes.issue(isMailed ? codeOf.signUp(id) : undefined, true)
    return isMailed ? code : undefined
  })
}

/**
 * New, unverified and verified e-mails take the same steps, so that the answer does not show
 * whether an account exists. A verified e-mail gets no mail.
 */
export const signupHandler = handle(signup, async (ctx: Context, { input, meta, log }) => {
  const { email, password, acceptTerms, language = 'en' } = input
  if (acceptTerms === false) throw new Refusal('terms_required')
  requireUncommonPassword(ctx, password)
  requireMailRoom(ctx, 'signup')
  const network = siteOf(meta.ip)
  const retryAfterMs = await signUpWaitMs(ctx.db, network, ctx.clock.now())
  if (retryAfterMs > 0) throw new Refusal('too_many_requests', undefined, { retryAfterMs })
  const passwordHash = await ctx.passwords.inTurn({ audience: 'player', ip: meta.ip }, (work) => work.hash(password))
  const createdAtMs = ctx.clock.now()
  const id = ctx.randomness.id(createdAtMs)
  const code = await addToWaiting(ctx, {
    id,
    email,
    passwordHash,
    consent: { termsVersion: ctx.config.TERMS_VERSION, givenBy: acceptTerms === true ? 'box' : 'notice' },
    createdAtMs,
    ip: meta.ip,
    network,
    language,
  })
  const isMailed = code !== undefined
  if (isMailed) mailCode(ctx, 'signup', { email, language }, code)
  log.info({ event: 'signup', isMailed, account: ctx.secrets.tagOf(email), network }, 'sign-up')
  return { message, signupId: id }
})
