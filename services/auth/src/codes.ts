import { limits } from '@kismet/contracts'
import type { Input, Language, resendOtp } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { siteOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from './context.ts'
import { holdEmail, noteMail } from './db/code-mails.ts'
import type { Asker } from './db/code-mails.ts'
import { findAccount } from './db/players.ts'
import { findSignUp, holdByNewCode } from './db/sign-ups.ts'
import { codeMail } from './domain/code-mail.ts'
import type { CodePurpose } from './domain/code-mail.ts'
import type { CodeTry } from './redis/one-time-codes.ts'
import type { Window } from './redis/windows.ts'

/** What a code is for. */
export const codeOf = {
  signUp: (signUpId: string): string => `signup:${signUpId}`,
  reset: ({ secrets }: Context, email: string): string => `reset:${secrets.tagOf(email)}`,
}

/** @throws Refusal `unavailable` when no more mails can be taken; asked first, so that it is the same for every e-mail of a purpose. */
export function requireMailRoom({ mails }: Context, purpose: CodePurpose): void {
  if (!mails.hasRoom(purpose)) throw new Refusal('unavailable')
}

/** Whether one more mail may leave today to an e-mail that is held. Where somebody waits for it, it is noted; nothing is kept of e-mails that nobody has. */
export async function mayMail(
  { clock, log, secrets }: Context,
  transaction: Queryable,
  [email, asker]: readonly [email: string, Asker],
  isAwaited: boolean,
): Promise<boolean> {
  const isNoted = await noteMail(transaction, email, asker, { nowMs: clock.now(), isAwaited })
  if (isAwaited && !isNoted) log.warn({ event: 'mail.over_limit', account: secrets.tagOf(email) }, 'no mail leaves')
  return isNoted
}

/** Queues the mail with a code; it leaves after the answer. */
export function mailCode(
  ctx: Context,
  purpose: CodePurpose,
  { email, language }: { readonly email: string; readonly language: Language },
  code: string,
): void {
  const { config, clock, mails, secrets } = ctx
  mails.add('code', {
    to: email,
    ...codeMail(purpose, code, language, config.WEB_ORIGIN),
    uselessAfterMs: clock.now() + limits.otp.lifetimeMs,
    tag: `${purpose} ${secrets.tagOf(email)}`,
  })
}

type CodeRequest = Input<typeof resendOtp>

/** A request for a code: nothing as its subject where nobody waits for one. */
interface Asked extends Asker {
  readonly subject: string | undefined
  /** Of the account or the sign-up that it is for. */
  readonly language: Language
  /** The sign-up of whoever asks. */
  readonly held?: string
}

async function askedFor(ctx: Context, { purpose, email, signupId }: CodeRequest, meta: CallMeta): Promise<Asked> {
  const stranger = { one: siteOf(meta.ip), among: 'strangers' } as const
  if (purpose === 'reset') {
    const from = ctx.sessions.originOf(meta)
    const account = await findAccount(ctx.db, email, from)
    const subject = account && codeOf.reset(ctx, email)
    const asked = { subject, language: account?.language ?? 'en' }
    return account?.isKnown === true ? { ...asked, one: from.device } : { ...asked, ...stranger }
  }
  const signUp = await findSignUp(ctx.db, email, signupId)
  const subject = signUp && codeOf.signUp(signUp.id)
  const asked = { subject, language: signUp?.language ?? 'en' }
  if (signUp === undefined || signupId === undefined) return { ...asked, ...stranger }
  return { ...asked, one: signUp.network, among: 'holders', held: signUp.id }
}

/**
 * Makes a new code, at most once in 30 s for each purpose and asker, and so often for a network, and mails it to who waits for one; an e-mail that gets none takes the same steps.
 * @throws Refusal `too_many_requests` or `unavailable`
 */
export async function sendNewCode(ctx: Context, request: CodeRequest, meta: CallMeta): Promise<void> {
  const { clock, codes, db, log, randomness, secrets, windows } = ctx
  const { purpose, email } = request
  requireMailRoom(ctx, purpose)
  const { subject, held, language, ...asker } = await askedFor(ctx, request, meta)
  const account = secrets.tagOf(email)
  const turns: Window[] = [
    { key: `asked:${purpose}:${account}:${held ?? asker.one}`, most: 1, withinMs: limits.otp.resendAfterMs },
  ]
  if (asker.among !== undefined) turns.push({ key: `asks:${siteOf(meta.ip)}`, ...limits.otp.asksOfNetwork })
  const retryAfterMs = await windows.waitMs(turns, randomness.id(clock.now()))
  if (retryAfterMs > 0)
    throw new Refusal('too_many_requests', 'Please wait before you ask for another OTP.', { retryAfterMs })
  const code = await inTransaction(db, async (transaction) => {
    await holdEmail(transaction, email)
    const mayLeave = await mayMail(ctx, transaction, [email, asker], subject !== undefined)
    const made = await codes.issue(mayLeave ? subject : undefined, asker.among !== 'strangers')
    const renewed = (mayLeave ? held : undefined) ?? randomness.id(clock.now())
    if (purpose === 'signup') await holdByNewCode(transaction, renewed, clock.now() + limits.otp.lifetimeMs)
    return mayLeave ? made : undefined
  })
  const isMailed = code !== undefined
  if (isMailed) mailCode(ctx, purpose, { email, language }, code)
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
