import { signup } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { mailCode, requireMailRoom } from '../codes.ts'
import type { AuthContext } from '../context.ts'
import { signUpPlayer } from '../db/players.ts'
import { requireUncommonPassword } from '../new-password.ts'

const message = 'We have sent an OTP to your email. If you already have an account, please log in.'

/** Takes the same steps for an e-mail that is new, waits to be verified, or has an account; only the last gets no mail. */
export const signupHandler = handle(signup, async (ctx: AuthContext, { input, meta, log }) => {
  const { email, password, acceptTerms } = input
  if (acceptTerms === false) throw new Refusal('terms_required')
  requireUncommonPassword(ctx, password)
  requireMailRoom(ctx)
  const passwordHash = await ctx.passwords.inTurn((work) => work.hash(password))
  const code = await ctx.codes.issue('signup', email, 'first')
  const nowMs = ctx.clock.now()
  const isPending = await signUpPlayer(ctx.db, {
    id: ctx.randomness.id(nowMs),
    email,
    passwordHash,
    consent: { termsVersion: ctx.config.TERMS_VERSION, givenBy: acceptTerms === true ? 'box' : 'notice' },
    ip: meta.ip,
    nowMs,
  })
  if (isPending) mailCode(ctx, 'signup', email, code)
  log.info({ event: 'signup', isPending, account: ctx.secrets.accountTag(email), address: meta.ip }, 'sign-up')
  return { message }
})
