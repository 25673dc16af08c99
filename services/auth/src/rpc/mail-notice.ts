import { mailNotice } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { findMailbox } from '../db/players.ts'

/** Stores a notice to the player's own address in the outbox, once for each id. Payments retries until this answers. */
export const mailNoticeHandler = handle(mailNotice, async (ctx: Context, { input, log }) => {
  const { noticeId, playerId, notice: kind, lastDigits } = input
  const mailbox = await findMailbox(ctx.db, playerId)
  if (mailbox === undefined) {
    log.warn({ event: 'notice.nobody', notice: kind, playerId }, 'notice dropped: the player has no mailbox')
    return {}
  }
  const { email: to, language } = mailbox
  await ctx.outbox.addNotice(ctx.db, { kind, lastDigits, to, language }, noticeId)
  ctx.outbox.wake()
  return {}
})
