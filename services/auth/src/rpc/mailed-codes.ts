import {
  checkWithdrawCode,
  forgotPassword,
  mailWithdrawCode,
  readBalance,
  resendOtp,
  resetPassword,
  signup,
  verifyOtp,
} from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { handle } from '@kismet/service-kit/handle'
import { siteOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Player } from '@kismet/service-kit/tokens'
import {
  askedAt,
  asksOfNetwork,
  codeOf,
  holderAt,
  issueCode,
  requireCode,
  requireFewAsks,
  sendCode,
  sendNewCode,
} from '../codes.ts'
import type { Context } from '../context.ts'
import { requireUncommonPassword, wrongPasswordsOf } from '../credentials.ts'
import { mayMail } from '../db/mails.ts'
import { findAccount, setPlayerPassword } from '../db/players.ts'
import type { Account } from '../db/players.ts'
import { addSignUp, findSignUp, verifySignUp } from '../db/sign-ups.ts'

const signUpAnswer = 'We have sent an OTP to your email. If you already have an account, please log in.'

/**
 * New, unverified and verified e-mails take the same steps, so that the answer does not show whether an account exists. A
 * verified e-mail, and an address with too many mails, gets no mail. Redis is asked before the transaction, so that no
 * database connection waits for Redis.
 */
const signupHandler = handle(signup, async (ctx: Context, { input, meta, log }) => {
  const { email, password, acceptTerms, language = 'en' } = input
  if (acceptTerms === false) throw new Refusal('terms_required')
  requireUncommonPassword(ctx, password)
  await requireFewAsks(ctx, [asksOfNetwork(meta)])
  const passwordHash = await ctx.passwords.run({ audience: 'player', ip: meta.ip }, (work) => work.hash(password))
  const createdAtMs = ctx.clock.now()
  const id = ctx.randomness.id(createdAtMs)
  const network = siteOf(meta.ip)
  const code = await issueCode(ctx, codeOf.signUp(id), { network, isOwner: true })
  const request = { recipient: ctx.secrets.tagOf(email), asker: network, isKnown: false }
  const isMailed = await inTransaction(ctx.db, async (transaction) => {
    const hasRoom = await mayMail(transaction, request, createdAtMs)
    const givenBy = acceptTerms === true ? 'box' : 'notice'
    const consent = { termsVersion: ctx.config.TERMS_VERSION, givenBy } as const
    const isNew = await addSignUp(transaction, { id, email, passwordHash, consent, createdAtMs, ip: meta.ip, language })
    const letter = isNew && hasRoom ? ({ kind: 'signup', to: email, language, code } as const) : undefined
    await ctx.outbox.add(transaction, 'signup', letter, { request })
    return letter !== undefined
  })
  ctx.outbox.wake()
  log.info({ event: 'signup', isMailed, account: request.recipient, network }, 'sign-up')
  return { message: signUpAnswer, signupId: id }
})

/**
 * Reads the balance first, so that a failure of the wallet does not use up the code. Without a
 * sign-up, the read uses a random id.
 */
const verifyOtpHandler = handle(verifyOtp, async (ctx: Context, call) => {
  const { input, meta, log } = call
  const { email, otp, signupId } = input
  const nowMs = ctx.clock.now()
  const signUp = await findSignUp(ctx.db, email, signupId)
  const id = signUp?.id ?? ctx.randomness.id(nowMs)
  const standing = await ctx.bus.call(readBalance, { playerId: id }, { requestId: meta.requestId })
  const holder = { network: siteOf(meta.ip), isOwner: signupId !== undefined }
  await requireCode(ctx, 'signup', { subject: codeOf.signUp(id), email, code: otp, holder })
  const token = await ctx.sessions.open(call, { audience: 'player', id }, { email }, async (transaction) => {
    if ((await verifySignUp(transaction, { id, email, nowMs })) === undefined) throw new Refusal('invalid_code')
    return { deviceSinceMs: nowMs }
  })
  log.info({ event: 'player.verified', playerId: id, address: meta.ip }, 'e-mail verified')
  // The banner after the verification (docs/spec/product-spec.md, 7.1).
  const message = 'Please refresh the site to check your current balance.'
  return { message, user: { _id: id, email, language: signUp?.language ?? 'en', ...standing }, token }
})

/** Sets the password of a player. An open sign-up becomes a player, because the code was read in its mailbox. @returns the id of the player */
async function setPassword(
  transaction: Queryable,
  email: string,
  passwordHash: string,
  nowMs: number,
): Promise<string> {
  const id = await setPlayerPassword(transaction, email, passwordHash, { resetAtMs: nowMs })
  if (id !== undefined) return id
  const waiting = await findSignUp(transaction, email, undefined)
  const verified = waiting && (await verifySignUp(transaction, { id: waiting.id, email, nowMs, passwordHash }))
  if (verified === undefined) throw new Refusal('invalid_code')
  return verified
}

/** A new password ends every session of the player. The code is used when hashing begins, so a busy server does not use it up. */
const resetPasswordHandler = handle(resetPassword, async (ctx: Context, call) => {
  const { input, meta, log } = call
  const { email, otp, newPassword } = input
  requireUncommonPassword(ctx, newPassword)
  const from = ctx.sessions.originOf(meta)
  const account = await findAccount(ctx.db, email, from)
  const holder = holderAt(account?.isKnown === true, meta)
  const tried = { subject: codeOf.reset(ctx, email), email, code: otp, holder }
  const passwordHash = await ctx.passwords.run({ audience: 'player', account, ip: meta.ip }, async (work) => {
    await requireCode(ctx, 'reset', tried)
    return work.hash(newPassword)
  })
  const { playerId, ended } = await inTransaction(ctx.db, async (transaction) => {
    const id = await setPassword(transaction, email, passwordHash, from.nowMs)
    if (account !== undefined && account.state !== 'unverified')
      await ctx.outbox.add(transaction, 'notice', { kind: 'password_changed', to: email, language: account.language })
    const ends = await ctx.sessions.endOf(transaction, { audience: 'player', id }, 'password_reset')
    return { playerId: id, ended: ends }
  })
  await ctx.sessions.tellEnded(ended)
  await ctx.windows
    .empty(wrongPasswordsOf(ctx, { audience: 'player', name: email, account: undefined, call }))
    .catch((error: unknown) => log.warn({ err: error }, 'failed to clear the login attempts after a password reset'))
  log.info({ event: 'password.reset', playerId, address: meta.ip }, 'password reset')
  return { message: 'Your password has been reset successfully!' }
})

/** The account of a logged-in player. @throws Refusal `unauthenticated` */
async function ownAccount(ctx: Context, { email, id }: Player, meta: CallMeta): Promise<Account> {
  const account = await findAccount(ctx.db, email, ctx.sessions.originOf(meta))
  if (account?.id !== id) throw new Refusal('unauthenticated')
  return account
}

/** The code of one bank account does not serve another one. */
const mailWithdrawCodeHandler = handle(mailWithdrawCode, async (ctx: Context, { player, input, meta }) => {
  const { isKnown, language } = await ownAccount(ctx, player, meta)
  const { email, id } = player
  const asked = {
    email,
    subject: codeOf.withdrawPassword(id, input.accountId),
    language,
    ...askedAt(ctx, isKnown, meta),
  }
  await sendCode(ctx, { kind: 'withdraw_password', lastDigits: input.lastDigits }, asked, meta)
  return {}
})

const checkWithdrawCodeHandler = handle(checkWithdrawCode, async (ctx: Context, { player, input, meta }) => {
  const { isKnown } = await ownAccount(ctx, player, meta)
  const { email, id } = player
  const subject = codeOf.withdrawPassword(id, input.accountId)
  await requireCode(ctx, 'withdraw_password', { subject, email, code: input.otp, holder: holderAt(isKnown, meta) })
  return {}
})

/** Operations with mailed codes. The answers to strangers do not show whether an account exists. */
export const mailedCodeOperations = [
  signupHandler,
  verifyOtpHandler,
  resetPasswordHandler,
  mailWithdrawCodeHandler,
  checkWithdrawCodeHandler,
  handle(resendOtp, async (ctx: Context, { input, meta }) => {
    await sendNewCode(ctx, input, meta)
    return { message: 'If this email waits for an OTP, a new one has been sent.' }
  }),
  handle(forgotPassword, async (ctx: Context, { input, meta }) => {
    await sendNewCode(ctx, { ...input, purpose: 'reset' }, meta)
    return { message: 'If there is an account for this email, an OTP has been sent.' }
  }),
]
