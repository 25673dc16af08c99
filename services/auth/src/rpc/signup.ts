import { signup } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { siteOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import { asksOfNetwork, codeOf, requireFewAsks } from '../codes.ts'
import type { Context } from '../context.ts'
import { requireUncommonPassword } from '../credentials.ts'
import { addSignUp } from '../db/sign-ups.ts'

const message = 'We have sent an OTP to your email. If you already have an account, please log in.'

/**
 * New, unverified and verified e-mails take the same steps, so that the answer does not show whether an
 * account exists. A verified e-mail, and an address with too many mails, gets no mail. The code is made before the transaction, so that no
 * database connection waits for Redis.
 */
export const signupHandler = handle(signup, async (ctx: Context, { input, meta, log }) => {
  const { email, password, acceptTerms, language = 'en' } = input
  if (acceptTerms === false) throw new Refusal('terms_required')
  requireUncommonPassword(ctx, password)
  await requireFewAsks(ctx, [asksOfNetwork(meta)])
  const passwordHash = await ctx.passwords.inTurn({ audience: 'player', ip: meta.ip }, (work) => work.hash(password))
  const createdAtMs = ctx.clock.now()
  const id = ctx.randomness.id(createdAtMs)
  const network = siteOf(meta.ip)
  const code = await ctx.codes.issue(codeOf.signUp(id), { network, isOwner: true })
  const isMailed = await inTransaction(ctx.db, async (transaction) => {
    const consent = {
      termsVersion: ctx.config.TERMS_VERSION,
      givenBy: acceptTerms === true ? 'box' : 'notice',
    } as const
    const signUp = { id, email, passwordHash, consent, createdAtMs, ip: meta.ip, language }
    const isNew = await addSignUp(transaction, signUp)
    const letter = isNew ? ({ kind: 'signup', to: email, language, code } as const) : undefined
    const asker = { one: network, isKnown: false }
    const mailId = await ctx.outbox.addCode(transaction, 'signup', { email, asker, letter })
    return isNew && mailId !== undefined
  })
  ctx.outbox.wake()
  log.info({ event: 'signup', isMailed, account: ctx.secrets.tagOf(email), network }, 'sign-up')
  return { message, signupId: id }
})
