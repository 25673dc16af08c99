import { mailNotice } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { findMailbox } from '../db/players.ts'
import { noticeMail } from '../domain/notice-mail.ts'

/** A notice that could not leave for so long tells nothing new. */
const usefulForMs = 24 * 60 * 60_000

/** Mails a notice to the player's own address, in the words of this service alone. */
export const mailNoticeHandler = handle(mailNotice, async (ctx: Context, { input, log }) => {
  const { clock, config, db, mails, secrets } = ctx
  const { playerId, notice, lastDigits } = input
  if (!mails.hasRoom('reset')) throw new Refusal('unavailable')
  const mailbox = await findMailbox(db, playerId)
  if (mailbox === undefined) {
    log.warn({ event: 'notice.nobody', notice, playerId }, 'there is nobody to mail a notice to')
    return {}
  }
  const { email, language } = mailbox
  mails.add({
    to: email,
    ...noticeMail(notice, lastDigits, language, config.WEB_ORIGIN),
    uselessAfterMs: clock.now() + usefulForMs,
    tag: `${notice} ${secrets.tagOf(email)}`,
  })
  return {}
})
