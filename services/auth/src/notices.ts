import { setTimeout as delay } from 'node:timers/promises'
import { noticeUsefulForMs } from '@kismet/contracts'
import type { Language } from '@kismet/contracts'
import type { Context } from './context.ts'
import type { Notice } from './domain/notice-mail.ts'
import { noticeMail } from './domain/notice-mail.ts'
import type { OutgoingMail } from './mail/mail-queue.ts'

interface Mailbox {
  readonly email: string
  readonly language: Language
}

/** A notice that somebody owes, and waits for. */
type OwedNotice = Notice & {
  /** The id of the notice, the same for each retry. */
  readonly id: string
  /** Within this time it is begun to be sent, or not at all. */
  readonly beginWithinMs: number
  /** Within this time there is an answer; a mail that is under way then goes on. */
  readonly answerWithinMs: number
}

type Mailing = Pick<Context, 'clock' | 'config' | 'log' | 'mails' | 'secrets'>

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
  const mail = mailOf(ctx, mailbox, notice, noticeUsefulForMs)
  if (ctx.mails.hasRoom('notice')) ctx.mails.add('notice', mail)
  else ctx.log.error({ event: 'mail.no-room', mail: mail.tag }, 'a notice is not mailed: too many wait')
}

/** Mails a notice to who waits for it. @returns whether it is settled; if not, who owes it asks again. @throws Refusal `unavailable` */
export async function sendOwedNotice(
  ctx: Mailing & Pick<Context, 'owedNotices'>,
  mailbox: Mailbox,
  owed: OwedNotice,
): Promise<boolean> {
  const { id, beginWithinMs, answerWithinMs } = owed
  const state = await ctx.owedNotices.begin(id)
  if (state !== 'begun') return state === 'settled'
  const send = async () => {
    const outcome = await ctx.mails.sendNow(mailOf(ctx, mailbox, owed, beginWithinMs))
    await ctx.owedNotices.end(id, outcome)
    return outcome === 'settled'
  }
  return Promise.race([send(), delay(answerWithinMs, false, { ref: false })])
}
