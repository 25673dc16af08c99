import { limits } from '@kismet/contracts'
import type { Input, Language, resendOtp } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction } from '@kismet/service-kit/database'
import { siteOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from './context.ts'
import { findAccount } from './db/players.ts'
import { findSignUp } from './db/sign-ups.ts'
import type { CodePurpose } from './domain/letters.ts'
import type { Asker } from './mail/outbox.ts'
import type { Holder } from './redis/one-time-codes.ts'
import type { Window } from './redis/windows.ts'

/** What a code is for. */
export const codeOf = {
  signUp: (signUpId: string): string => `signup:${signUpId}`,
  reset: ({ secrets }: Context, email: string): string => `reset:${secrets.tagOf(email)}`,
}

/** Who holds the code of a reset. */
export function holderOfReset(isKnown: boolean | undefined, { ip }: CallMeta): Holder {
  return { network: siteOf(ip), isOwner: isKnown === true }
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
  readonly asker: Asker
}

async function askedFor(ctx: Context, { purpose, email, signupId }: CodeRequest, meta: CallMeta): Promise<Asked> {
  const network = siteOf(meta.ip)
  if (purpose === 'signup') {
    const signUp = await findSignUp(ctx.db, email, signupId)
    const holder = { network, isOwner: signUp !== undefined && signupId !== undefined }
    const subject = signUp && codeOf.signUp(signUp.id)
    return { subject, language: signUp?.language ?? 'en', holder, asker: { one: network, isKnown: false } }
  }
  const from = ctx.sessions.originOf(meta)
  const account = await findAccount(ctx.db, email, from)
  const isKnown = account?.isKnown === true
  return {
    subject: account && codeOf.reset(ctx, email),
    language: account?.language ?? 'en',
    holder: holderOfReset(isKnown, meta),
    asker: { one: isKnown ? from.device : network, isKnown },
  }
}

/**
 * Makes a new code and mails it. Addresses with and without an account take the same steps.
 * @throws Refusal `too_many_requests` or `unavailable`
 */
export async function sendNewCode(ctx: Context, request: CodeRequest, meta: CallMeta): Promise<void> {
  const { codes, db, log, outbox, randomness, clock, secrets } = ctx
  const { purpose, email } = request
  const { subject, language, holder, asker } = await askedFor(ctx, request, meta)
  const account = secrets.tagOf(email)
  const one = holder.isOwner ? 'owner' : asker.one
  await requireFewAsks(ctx, [
    { key: `asked:${subject ?? `${purpose}:${account}`}:${one}`, most: 1, withinMs: limits.otp.resendAfterMs },
    ...(asker.isKnown ? [] : [asksOfNetwork(meta)]),
  ])
  // Without an account the mail has a random address and no content, so the database keeps no unknown address.
  const recipient = subject === undefined ? randomness.id(clock.now()) : email
  const mailId = await inTransaction(db, (transaction) =>
    outbox.addCode(transaction, purpose, { email: recipient, asker }),
  )
  const isMailed = mailId !== undefined && subject !== undefined
  const code = await codes.issue(isMailed ? subject : randomness.id(clock.now()), holder)
  const letter = isMailed ? { kind: purpose, to: email, language, code } : undefined
  await outbox.fill(mailId ?? randomness.id(clock.now()), letter)
  log.info({ event: 'code.asked', purpose, isMailed, isKnown: asker.isKnown, account }, 'code')
}

/** Checks a code. @throws Refusal `invalid_code` for a wrong, expired, used or exhausted code; `unavailable` */
export async function requireCode(
  ctx: Context,
  purpose: CodePurpose,
  { subject, email, code, holder }: { subject: string; email: string; code: string; holder: Holder },
): Promise<void> {
  const { codes, log, secrets, telemetry } = ctx
  const verdict = await codes.check(subject, email, code, holder)
  telemetry.codeChecked(purpose, verdict)
  log.info({ event: 'code.checked', purpose, verdict, account: secrets.tagOf(email) }, 'code checked')
  if (verdict !== 'right') throw new Refusal('invalid_code')
}
