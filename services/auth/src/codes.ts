import { limits } from '@kismet/contracts'
import { networkOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from './context.ts'
import { findAccount } from './db/players.ts'
import { findSignUp, noteCodeOfSignUp } from './db/sign-ups.ts'
import { codeMail } from './domain/code-mail.ts'
import type { CodePurpose } from './domain/code-mail.ts'
import type { CodeTry, Standing } from './redis/one-time-codes.ts'

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

/** What an e-mail may be mailed in a day. Holders and strangers have totals of their own; a network has its share, however many sign-ups it makes. */
function mailWindows({ secrets }: Context, { email, network, standing }: Omit<CodeToMake, 'subject' | 'isOwners'>) {
  const key = `mails:${secrets.accountTag(email)}`
  const { ofOne, ofStrangers } = limits.otp.mailsPerDay
  const own = { key: `${key}:${network}`, most: ofOne, withinMs: dayMs }
  return standing === 'known' ? [own] : [own, { key: `${key}:${standing}s`, most: ofStrangers, withinMs: dayMs }]
}

export interface CodeToMake {
  /** Nothing where nobody waits for a code. */
  readonly subject: string | undefined
  readonly email: string
  /** Of who asks; of a holder the one that made the sign-up. */
  readonly network: string
  readonly standing: Standing
  /** Whether it takes the place of the owner's code; a stranger's leaves that as it is. */
  readonly isOwners: boolean
}

/**
 * Makes a code when its mail may leave. Otherwise it is one that nobody can enter and nothing else changes: the steps are the same, and
 * nothing is kept of e-mails that nobody has.
 * @returns the code if it is to be mailed
 * @throws Refusal `unavailable`
 */
export async function makeCode(ctx: Context, { subject, isOwners, ...asked }: CodeToMake): Promise<string | undefined> {
  const { clock, codes, log, randomness, secrets, windows } = ctx
  const ofDay = mailWindows(ctx, asked)
  const waitMs = subject === undefined ? await windows.waitMs(ofDay) : (await windows.take(ofDay)).waitMs
  if (subject !== undefined && waitMs === 0) return codes.issue(subject, isOwners)
  await codes.issue(codeOf.signUp(randomness.id(clock.now())), isOwners)
  if (waitMs > 0) log.warn({ event: 'mail.over_limit', account: secrets.accountTag(asked.email) }, 'no mail leaves')
  return undefined
}

/** Queues the mail with a code; it leaves after the answer. */
export function mailCode(ctx: Context, purpose: CodePurpose, email: string, code: string): void {
  const { config, clock, mails, secrets } = ctx
  mails.add({
    to: email,
    ...codeMail(purpose, code, config.WEB_ORIGIN),
    uselessAfterMs: clock.now() + limits.otp.lifetimeMs,
    tag: `${purpose} ${secrets.accountTag(email)}`,
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
  const { clock, db, log, randomness, secrets, windows } = ctx
  requireMailRoom(ctx)
  const network = networkOf(ip)
  const account = await findAccount(db, email, { network, nowMs: clock.now() })
  const signUp = await findSignUp(db, email, signupId)
  const isHolder = purpose === 'signup' && signupId !== undefined && signUp !== undefined
  const key = `asked:${purpose}:${secrets.accountTag(email)}:${isHolder ? signupId : network}`
  const { waitMs } = await windows.take([{ key, most: 1, withinMs: limits.otp.resendAfterMs }])
  if (waitMs > 0)
    throw new Refusal('too_many_requests', 'Please wait before you ask for another OTP.', { retryAfterMs: waitMs })
  const isKnown = purpose === 'reset' && account?.isKnown === true
  const standing = isHolder ? 'holder' : isKnown ? 'known' : 'stranger'
  const ofReset = account && codeOf.reset(ctx, email)
  const code = await makeCode(ctx, {
    subject: purpose === 'reset' ? ofReset : signUp && codeOf.signUp(signUp.id),
    email,
    network: isHolder ? signUp.network : network,
    standing,
    isOwners: standing !== 'stranger',
  })
  const isMailed = code !== undefined
  const changed = (isMailed ? signUp?.id : undefined) ?? randomness.id(clock.now())
  if (purpose === 'signup') await noteCodeOfSignUp(db, changed, clock.now() + limits.otp.lifetimeMs)
  if (isMailed) mailCode(ctx, purpose, email, code)
  log.info({ event: 'code.asked', purpose, isMailed, standing, account: secrets.accountTag(email), network }, 'code')
}

/** Evaluates a try of a code. @throws Refusal `invalid_code` when it is wrong, ended, used or tried too often; `unavailable` */
export async function requireCode(ctx: Context, purpose: CodePurpose, tried: CodeTry): Promise<void> {
  const { codes, log, secrets, telemetry } = ctx
  const verdict = await codes.check(tried)
  telemetry.codeChecked(purpose, verdict)
  log.info({ event: 'code.checked', purpose, verdict, account: secrets.accountTag(tried.email) }, 'code checked')
  if (verdict !== 'right') throw new Refusal('invalid_code')
}
