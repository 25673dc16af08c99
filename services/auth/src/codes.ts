import { limits } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import type { AuthContext } from './context.ts'
import { codeMail } from './domain/code-mail.ts'
import type { CodePurpose } from './domain/code-mail.ts'

/** @throws Refusal `unavailable` when no more mails can be taken; asked first, so that it is the same for every e-mail. */
export function requireMailRoom({ mails }: AuthContext): void {
  if (!mails.hasRoom()) throw new Refusal('unavailable')
}

/** Queues the mail with a code. It leaves after the answer. */
export function mailCode(context: AuthContext, purpose: CodePurpose, email: string, code: string): void {
  const { config, clock, mails, secrets } = context
  mails.add({
    to: email,
    ...codeMail(purpose, code, config.WEB_ORIGIN),
    uselessAfterMs: clock.now() + limits.otp.lifetimeMs,
    tag: `${purpose} ${secrets.accountTag(email)}`,
  })
}

/** Evaluates a try of a code. @throws Refusal `invalid_code` when it is wrong, ended, used or tried too often; `unavailable` */
export async function requireCode(
  context: AuthContext,
  purpose: CodePurpose,
  email: string,
  code: string,
): Promise<void> {
  const { codes, log, secrets, telemetry } = context
  const verdict = await codes.check(purpose, email, code)
  telemetry.codeChecked(purpose, verdict)
  log.info({ event: 'code.checked', purpose, verdict, account: secrets.accountTag(email) }, 'code checked')
  if (verdict !== 'right') throw new Refusal('invalid_code')
}
