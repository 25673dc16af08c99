import { limits } from '@kismet/contracts'
import { networkOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from './context.ts'
import { findAccount } from './db/players.ts'
import { findSignUp, noteCodeOfSignUp } from './db/sign-ups.ts'
import { codeMail } from './domain/code-mail.ts'
import type { CodePurpose } from './domain/code-mail.ts'
import type { CodeTry } from './redis/one-time-codes.ts'

const dayMs = 24 * 60 * 60_000

/** What a code is for. */
export const codeOf = {
  signUp: (signUpId: string): string => `signup:${signUpId}`,
  reset: ({ secrets }: Context, email: string): string => `reset:${secrets.accountTag(email)}`,
}

/** @throws Refusal `unavailable` when no more mails can be taken; asked first, so that it is the same for every e-mail. */
export function requireMailRoom({ mails }: Context): void {
  if (!mails.hasRoom()) throw new Refusal('unavailable')
}

export interface CodeToMail {
  readonly purpose: CodePurpose
  readonly email: string
  readonly code: string
  /** Who asked: a network, or who holds the sign-up of that id. */
  readonly asker: string
  /** Whether the asker is known to the account, so that what strangers ask for is not counted. */
  readonly isKnown: boolean
}

/**
 * Queues the mail with a code. It leaves after the answer, unless its asker has asked for too many today, or strangers have: as many answers as before look
 * the same, and nothing is kept of e-mails that nobody has.
 */
export function mailCode(ctx: Context, { purpose, email, code, asker, isKnown }: CodeToMail): void {
  const { config, clock, mails, secrets, windows } = ctx
  const key = `mails:${secrets.accountTag(email)}`
  const { ofOne, ofStrangers } = limits.otp.mailsPerDay
  const own = { key: `${key}:${asker}`, most: ofOne, withinMs: dayMs }
  const strangers = { key: `${key}:strangers`, most: ofStrangers, withinMs: dayMs }
  mails.add({
    to: email,
    ...codeMail(purpose, code, config.WEB_ORIGIN),
    uselessAfterMs: clock.now() + limits.otp.lifetimeMs,
    tag: `${purpose} ${secrets.accountTag(email)}`,
    mayLeave: async () => (await windows.take(isKnown ? [own] : [own, strangers])).waitMs === 0,
  })
}

export interface CodeRequest {
  readonly purpose: CodePurpose
  readonly email: string
  readonly signupId?: string | undefined
  readonly ip: string | undefined
}

/**
 * Makes a new code, at most once in 30 s for each purpose and asker, and mails it to who waits for one; an e-mail that gets none takes the same steps.
 * @throws Refusal `too_many_requests` or `unavailable`
 */
export async function sendNewCode(ctx: Context, { purpose, email, signupId, ip }: CodeRequest): Promise<void> {
  const { clock, codes, db, log, randomness, secrets, windows } = ctx
  requireMailRoom(ctx)
  const network = networkOf(ip)
  const account = await findAccount(db, email, { network, nowMs: clock.now() })
  const signUp = await findSignUp(db, email, signupId)
  const holdsSignUp = purpose === 'signup' && signupId !== undefined && signUp === signupId
  const asker = holdsSignUp ? signupId : network
  const key = `asked:${purpose}:${secrets.accountTag(email)}:${asker}`
  const { waitMs } = await windows.take([{ key, most: 1, withinMs: limits.otp.resendAfterMs }])
  if (waitMs > 0)
    throw new Refusal('too_many_requests', 'Please wait before you ask for another OTP.', { retryAfterMs: waitMs })
  const isWaiting = purpose === 'reset' ? account !== undefined : signUp !== undefined
  const isKnown = holdsSignUp || (purpose === 'reset' && account?.isKnown === true)
  // Where nobody waits the code is one that nobody can enter.
  const signUpId = signUp ?? randomness.id(clock.now())
  const code = await codes.issue(isWaiting && purpose === 'reset' ? codeOf.reset(ctx, email) : codeOf.signUp(signUpId))
  if (purpose === 'signup') await noteCodeOfSignUp(db, signUpId, clock.now() + limits.otp.lifetimeMs)
  if (isWaiting) mailCode(ctx, { purpose, email, code, asker, isKnown })
  log.info({ event: 'code.asked', purpose, isWaiting, isKnown, account: secrets.accountTag(email), network }, 'code')
}

/** Evaluates a try of a code. @throws Refusal `invalid_code` when it is wrong, ended, used or tried too often; `unavailable` */
export async function requireCode(ctx: Context, purpose: CodePurpose, tried: CodeTry): Promise<void> {
  const { codes, log, secrets, telemetry } = ctx
  const verdict = await codes.check(tried)
  telemetry.codeChecked(purpose, verdict)
  log.info({ event: 'code.checked', purpose, verdict, account: secrets.accountTag(tried.email) }, 'code checked')
  if (verdict !== 'right') throw new Refusal('invalid_code')
}
