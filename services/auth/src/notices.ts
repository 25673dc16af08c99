import type { Language } from '@kismet/contracts'
import type { Context } from './context.ts'
import type { Notice } from './domain/notice-mail.ts'
import { noticeMail } from './domain/notice-mail.ts'
import type { OutgoingMail } from './mail/mail-queue.ts'

/** A notice that could not leave for so long tells nothing new. */
const usefulForMs = 24 * 60 * 60_000

interface Mailbox {
  readonly email: string
  readonly language: Language
}

type Mailing = Pick<Context, 'clock' | 'config' | 'mails' | 'secrets'>

function mailOf(
  { clock, config, secrets }: Mailing,
  { email, language }: Mailbox,
  notice: Notice,
  usefulMs: number,
): OutgoingMail {
  const mail = { to: email, ...noticeMail(notice, language, config.WEB_ORIGIN) }
  return { ...mail, tag: `${notice.kind} ${secrets.tagOf(email)}`, uselessAfterMs: clock.now() + usefulMs }
}

/** Mails a notice in the background, where the queue has room for it. */
export function sendNotice(ctx: Mailing, mailbox: Mailbox, notice: Notice): void {
  if (ctx.mails.hasRoom('reset')) ctx.mails.add(mailOf(ctx, mailbox, notice, usefulForMs))
}

/** Mails a notice to who waits for it so long. @returns whether it is settled; if not, who owes it asks again */
export function sendOwedNotice(ctx: Mailing, mailbox: Mailbox, notice: Notice, waitMs: number): Promise<boolean> {
  return ctx.mails.sendNow(mailOf(ctx, mailbox, notice, waitMs))
}
