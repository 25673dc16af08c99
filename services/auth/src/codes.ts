import { limits } from '@kismet/contracts'
import type { Input, resendOtp } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { siteOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from './context.ts'
import { findAccount } from './db/players.ts'
import { findSignUp, holdByNewCode } from './db/sign-ups.ts'
import { codeMail } from './domain/code-mail.ts'
import type { CodePurpose } from './domain/code-mail.ts'
import type { CodeTry } from './redis/one-time-codes.ts'
import type { Window } from './redis/windows.ts'

const dayMs = 24 * 60 * 60_000

/** What a code is for. */
export const codeOf = {
  signUp: (signUpId: string): string => `signup:${signUpId}`,
  reset: ({ secrets }: Context, email: string): string => `reset:${secrets.tagOf(email)}`,
}

/** @throws Refusal `unavailable` when no more mails can be taken; asked first, so that it is the same for every e-mail. */
export function requireMailRoom({ mails }: Context): void {
  if (!mails.hasRoom()) throw new Refusal('unavailable')
}

/** Who asks for codes of an e-mail. */
interface Asker {
  /** A device that the account knows, or a network; for a sign-up the one that made it. */
  readonly one: string
  /** With whom it shares what may be mailed: those who hold sign-ups, or who hold nothing. Owners at their device have theirs for themselves. */
  readonly among?: 'holders' | 'strangers'
}

/**
 * Whether one more mail may leave today. Where somebody waits for it, it is counted; nothing is kept of e-mails that nobody has.
 * @throws Refusal `unavailable`
 */
export async function mayMail(
  { clock, log, randomness, secrets, windows }: Context,
  email: string,
  { one, among }: Asker,
  isCounted: boolean,
): Promise<boolean> {
  const account = secrets.tagOf(email)
  const { ofOne, ofStrangers } = limits.otp.mailsPerDay
  const ofDay: Window[] = [{ key: `mails:${account}:${one}`, most: ofOne, withinMs: dayMs }]
  if (among !== undefined) ofDay.push({ key: `mails:${account}:${among}`, most: ofStrangers, withinMs: dayMs })
  const waitMs = await windows.waitMs(ofDay, isCounted ? randomness.id(clock.now()) : undefined)
  if (waitMs > 0) log.warn({ event: 'mail.over_limit', account }, 'no mail leaves')
  return waitMs === 0
}

/** Queues the mail with a code; it leaves after the answer. */
export function mailCode(ctx: Context, purpose: CodePurpose, email: string, code: string): void {
  const { config, clock, mails, secrets } = ctx
  mails.add({
    to: email,
    ...codeMail(purpose, code, config.WEB_ORIGIN),
    uselessAfterMs: clock.now() + limits.otp.lifetimeMs,
    tag: `${purpose} ${secrets.tagOf(email)}`,
  })
}

type CodeRequest = Input<typeof resendOtp>

/** A request for a code: nothing as its subject where nobody waits for one. */
interface Asked extends Asker {
  readonly subject: string | undefined
  /** The sign-up of whoever asks. */
  readonly held?: string
}

async function askedFor(ctx: Context, { purpose, email, signupId }: CodeRequest, meta: CallMeta): Promise<Asked> {
  const stranger = { one: siteOf(meta.ip), among: 'strangers' } as const
  if (purpose === 'reset') {
    const from = ctx.sessions.originOf(meta)
    const account = await findAccount(ctx.db, email, from)
    const subject = account && codeOf.reset(ctx, email)
    return account?.isKnown === true ? { subject, one: from.device } : { subject, ...stranger }
  }
  const signUp = await findSignUp(ctx.db, email, signupId)
  const subject = signUp && codeOf.signUp(signUp.id)
  if (signUp === undefined || signupId === undefined) return { subject, ...stranger }
  return { subject, one: signUp.network, among: 'holders', held: signUp.id }
}

/**
 * Makes a new code, at most once in 30 s for each purpose and asker, and mails it to who waits for one; an e-mail that gets none takes the same steps.
 * @throws Refusal `too_many_requests` or `unavailable`
 */
export async function sendNewCode(ctx: Context, request: CodeRequest, meta: CallMeta): Promise<void> {
  const { clock, codes, db, log, randomness, secrets, windows } = ctx
  const { purpose, email } = request
  requireMailRoom(ctx)
  const { subject, held, ...asker } = await askedFor(ctx, request, meta)
  const account = secrets.tagOf(email)
  const turn = { key: `asked:${purpose}:${account}:${held ?? asker.one}`, most: 1, withinMs: limits.otp.resendAfterMs }
  const retryAfterMs = await windows.waitMs([turn], randomness.id(clock.now()))
  if (retryAfterMs > 0)
    throw new Refusal('too_many_requests', 'Please wait before you ask for another OTP.', { retryAfterMs })
  const isMailed = (await mayMail(ctx, email, asker, subject !== undefined)) && subject !== undefined
  const code = await codes.issue(isMailed ? subject : undefined, asker.among !== 'strangers')
  const renewed = (isMailed ? held : undefined) ?? randomness.id(clock.now())
  if (purpose === 'signup') await holdByNewCode(db, renewed, clock.now() + limits.otp.lifetimeMs)
  if (isMailed) mailCode(ctx, purpose, email, code)
  log.info({ event: 'code.asked', purpose, isMailed, among: asker.among ?? 'owners', account }, 'code')
}

/** Evaluates a try of a code. @throws Refusal `invalid_code` when it is wrong, ended, used or tried too often; `unavailable` */
export async function requireCode(ctx: Context, purpose: CodePurpose, tried: CodeTry): Promise<void> {
  const { codes, log, secrets, telemetry } = ctx
  const verdict = await codes.check(tried)
  telemetry.codeChecked(purpose, verdict)
  log.info({ event: 'code.checked', purpose, verdict, account: secrets.tagOf(tried.email) }, 'code checked')
  if (verdict !== 'right') throw new Refusal('invalid_code')
}
