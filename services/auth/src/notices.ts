import type { Language } from '@kismet/contracts'
import type { Context } from './context.ts'
import type { Notice } from './domain/notice-mail.ts'
import { noticeMail } from './domain/notice-mail.ts'

/** A notice that could not leave for so long tells nothing new. */
const usefulForMs = 24 * 60 * 60_000

/** Mails a notice in the background. @returns false where the queue has no room for it */
export function sendNotice(
  { clock, config, mails, secrets }: Pick<Context, 'clock' | 'config' | 'mails' | 'secrets'>,
  { email, language }: { readonly email: string; readonly language: Language },
  notice: Notice,
): boolean {
  if (!mails.hasRoom('reset')) return false
  const uselessAfterMs = clock.now() + usefulForMs
  const tag = `${notice.kind} ${secrets.tagOf(email)}`
  mails.add({ to: email, ...noticeMail(notice, language, config.WEB_ORIGIN), uselessAfterMs, tag })
  return true
}
