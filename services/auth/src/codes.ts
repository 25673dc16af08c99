import { limits } from '@kismet/contracts'
import type { Input, Language, resendOtp } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction } from '@kismet/service-kit/database'
import { siteOf } from '@kismet/service-kit/network'
import { needed } from '@kismet/service-kit/redis'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from './context.ts'
import { mayMail } from './db/mails.ts'
import type { MailRequest } from './db/mails.ts'
import { findAccount } from './db/players.ts'
import { findSignUp } from './db/sign-ups.ts'
import type { CodePurpose, CodeSubject } from './domain/letters.ts'
import type { Window } from './windows.ts'

export type CodeVerdict = 'right' | 'wrong' | 'expired' | 'exhausted'

/** Who asks for a code or tries a code. */
export interface Holder {
  /** The network of the caller. */
  readonly network: string
  /** The caller has the id of the sign-up, or a device that the account knows. */
  readonly isOwner: boolean
}

/** What a code is for. */
export const codeOf = {
  signUp: (signUpId: string): string => `signup:${signUpId}`,
  reset: ({ secrets }: Context, email: string): string => `reset:${secrets.tagOf(email)}`,
  withdrawPassword: (playerId: string, accountId: string): string => `withdraw:${playerId}:${accountId}`,
}

/** Who holds the code of an account. `isKnown`: the account knows the device of the caller. */
export function holderAt(isKnown: boolean | undefined, { ip }: CallMeta): Holder {
  return { network: siteOf(ip), isOwner: isKnown === true }
}

const keyOf = (subject: string): string => `otp:${subject}`

function triesOf(subject: string, { isOwner, network }: Holder): Window {
  const { tries: most, lifetimeMs: withinMs } = limits.otp
  return { key: `otp-tries:${subject}:${isOwner ? 'owner' : network}`, most, withinMs }
}

/** A code of 6 digits. */
function newCode({ randomness }: Pick<Context, 'randomness'>): string {
  const { length } = limits.otp
  return String(randomness.below(10 ** length)).padStart(length, '0')
}

/**
 * Makes a code valid, with tries of its own. The newest code of the owner and the newest code of others are
 * valid, so that others cannot replace the owner's code.
 * @param subject a sign-up, or the password of an e-mail address (`codeOf`)
 * @throws Refusal `unavailable`
 */
export async function issueCode(ctx: Context, subject: string, holder: Holder, code = newCode(ctx)): Promise<string> {
  const { redis, secrets, clock } = ctx
  const { lifetimeMs } = limits.otp
  const stored = `${secrets.codeMacs(subject, code)[0] ?? ''} ${clock.now() + lifetimeMs}`
  const steps = redis.multi().hset(keyOf(subject), holder.isOwner ? 'owner' : 'others', stored)
  await needed(redis, steps.pexpire(keyOf(subject), lifetimeMs).del(triesOf(subject, holder).key).exec())
  return code
}

interface Tried {
  readonly subject: string
  readonly email: string
  readonly code: string
  readonly holder: Holder
}

/** Checks a code and uses it up. A try is counted before the check, so that parallel tries count. */
async function verdictOf(ctx: Context, { subject, email, code, holder }: Tried): Promise<CodeVerdict> {
  const { redis, secrets, clock, randomness, windows } = ctx
  const nowMs = clock.now()
  const codes = Object.values(await needed(redis, redis.hgetall(keyOf(subject)))).map((stored) => stored.split(' '))
  const open = codes.filter(([, endsAt]) => nowMs < Number(endsAt)).map(([mac]) => mac)
  if (open.length === 0) return 'expired'
  const wrongOfOthers = [
    { key: `otp-wrong:${secrets.tagOf(email)}`, ...limits.otp.wrongOfEmail },
    { key: `otp-wrong-of:${holder.network}`, ...limits.otp.wrongOfNetwork },
  ]
  const counted = [triesOf(subject, holder), ...(holder.isOwner ? [] : wrongOfOthers)]
  const noted = randomness.id(nowMs)
  if ((await windows.waitMs(counted, noted)) > 0) return 'exhausted'
  if (!secrets.codeMacs(subject, code).some((mac) => open.includes(mac))) return 'wrong'
  await windows.giveBack(counted, noted)
  return (await needed(redis, redis.del(keyOf(subject)))) === 1 ? 'right' : 'expired'
}

/** Checks a code and uses it up. @throws Refusal `invalid_code` for a wrong, expired, used or exhausted code; `unavailable` */
export async function requireCode(ctx: Context, purpose: CodePurpose, tried: Tried): Promise<void> {
  const verdict = await verdictOf(ctx, tried)
  ctx.log.info({ event: 'code.checked', purpose, verdict, account: ctx.secrets.tagOf(tried.email) }, 'code checked')
  if (verdict !== 'right') throw new Refusal('invalid_code')
}

/** @throws Refusal `too_many_requests` */
export async function requireFewAsks({ windows, randomness, clock }: Context, asks: readonly Window[]): Promise<void> {
  const retryAfterMs = await windows.waitMs(asks, randomness.id(clock.now()))
  if (retryAfterMs > 0)
    throw new Refusal('too_many_requests', 'Please wait before you ask for another OTP.', { retryAfterMs })
}

export const asksOfNetwork = ({ ip }: CallMeta): Window => ({ key: `asks:${siteOf(ip)}`, ...limits.otp.asksOfNetwork })

type CodeRequest = Input<typeof resendOtp>

/** A request for a code. Without an account or a sign-up the subject is undefined. */
interface Asked {
  readonly subject: string | undefined
  readonly language: Language
  readonly holder: Holder
  readonly by: Pick<MailRequest, 'asker' | 'isKnown'>
}

/** How a caller asks for a code of an account. */
export function askedAt(ctx: Context, isKnown: boolean, meta: CallMeta): Pick<Asked, 'holder' | 'by'> {
  const holder = holderAt(isKnown, meta)
  return { holder, by: { asker: isKnown ? ctx.sessions.originOf(meta).device : holder.network, isKnown } }
}

async function askedFor(ctx: Context, { purpose, email, signupId }: CodeRequest, meta: CallMeta): Promise<Asked> {
  if (purpose === 'signup') {
    const network = siteOf(meta.ip)
    const signUp = await findSignUp(ctx.db, email, signupId)
    const holder = { network, isOwner: signUp !== undefined && signupId !== undefined }
    const subject = signUp && codeOf.signUp(signUp.id)
    return { subject, language: signUp?.language ?? 'en', holder, by: { asker: network, isKnown: false } }
  }
  const account = await findAccount(ctx.db, email, ctx.sessions.originOf(meta))
  const subject = account && codeOf.reset(ctx, email)
  return { subject, language: account?.language ?? 'en', ...askedAt(ctx, account?.isKnown === true, meta) }
}

/**
 * Makes a new code for a sign-up or a forgotten password, and mails it.
 * @throws Refusal `too_many_requests` or `unavailable`
 */
export async function sendNewCode(ctx: Context, request: CodeRequest, meta: CallMeta): Promise<void> {
  await sendCode(
    ctx,
    { kind: request.purpose },
    { email: request.email, ...(await askedFor(ctx, request, meta)) },
    meta,
  )
}

/**
 * Makes a new code and mails it. Addresses with and without an account take the same steps. Without an account the code
 * is for a random subject, and the mail has no content. Redis gets the code after the transaction, so that no database
 * connection waits for Redis.
 * @throws Refusal `too_many_requests` or `unavailable`
 */
export async function sendCode(
  ctx: Context,
  says: CodeSubject,
  { email, subject, language, holder, by }: Asked & { readonly email: string },
  meta: CallMeta,
): Promise<void> {
  const { db, log, outbox, randomness, clock, secrets } = ctx
  const purpose = says.kind
  const account = secrets.tagOf(email)
  const one = holder.isOwner ? 'owner' : by.asker
  await requireFewAsks(ctx, [
    { key: `asked:${subject ?? `${purpose}:${account}`}:${one}`, most: 1, withinMs: limits.otp.resendAfterMs },
    ...(by.isKnown ? [] : [asksOfNetwork(meta)]),
  ])
  const code = newCode(ctx)
  const mailed = await inTransaction(db, async (transaction) => {
    const request = { recipient: account, ...by }
    const to = (await mayMail(transaction, request, clock.now())) ? subject : undefined
    const letter = to === undefined ? undefined : { ...says, to: email, language, code }
    await outbox.add(transaction, purpose === 'signup' ? 'signup' : 'reset', letter, { request })
    return to
  })
  await issueCode(ctx, mailed ?? randomness.id(clock.now()), holder, code)
  outbox.wake()
  log.info({ event: 'code.asked', purpose, isMailed: mailed !== undefined, isKnown: by.isKnown, account }, 'code')
}
