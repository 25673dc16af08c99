import { mailNotice } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { findMailbox } from '../db/players.ts'
import { sendOwedNotice } from '../notices.ts'

/** What an answer may be under way. */
const replyMs = 1_000
/** What a mail has left of the time of who waits when it begins, at least. */
const mailMs = 7_000
const answerWithinMs = mailNotice.timeoutMs - replyMs
const patience = { beginWithinMs: answerWithinMs - mailMs, answerWithinMs }

/** Mails a notice to the player's own address, in the words of this service alone. Payments owes it and asks again, so that neither a mail server that is away nor a restart loses it. */
export const mailNoticeHandler = handle(mailNotice, async (ctx: Context, { input, log }) => {
  const { noticeId: id, playerId, notice, lastDigits } = input
  const mailbox = await findMailbox(ctx.db, playerId)
  if (mailbox === undefined) {
    log.warn({ event: 'notice.nobody', notice, playerId }, 'notice dropped: the player has no mailbox')
    return {}
  }
  const isSettled = await sendOwedNotice(ctx, mailbox, { id, kind: notice, lastDigits, ...patience })
  if (!isSettled) throw new Refusal('unavailable')
  return {}
})
