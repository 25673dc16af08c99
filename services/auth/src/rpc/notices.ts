import { ECDH } from 'node:crypto'
import { addPushBrowser, mailNotice, noticeUsefulForMs, removePushBrowser, setMoneyMails } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { findProfile, setPlayerMoneyMails } from '../db/players.ts'
import type { Profile } from '../db/players.ts'
import { deleteBrowser, insertPushes, saveBrowser } from '../db/push.ts'
import { canBeOff, pushPayload } from '../domain/money-letter.ts'
import type { MoneySubject } from '../domain/money-letter.ts'
import { ownNotices } from '../own-notices.ts'

/**
 * Writes the mail about a deposit or a withdrawal, unless the player has switched these mails off, and a notification for each browser. The row
 * of the mail is stored in both cases, so that a repeat of the call changes no row.
 */
async function writeMoneyNotice(
  ctx: Context,
  transaction: Queryable,
  { email: to, language, moneyMails }: Profile,
  { subject, playerId, noticeId }: { subject: MoneySubject; playerId: string; noticeId: string },
): Promise<void> {
  const letter = moneyMails || !canBeOff(subject.kind) ? { ...subject, to, language } : undefined
  const isNew = await ctx.outbox.add(transaction, 'notice', letter, { id: noticeId })
  if (!isNew) return
  const nowMs = ctx.clock.now()
  const payload = pushPayload(language, subject.kind, noticeId)
  await insertPushes(transaction, playerId, { payload, nowMs, uselessAtMs: nowMs + noticeUsefulForMs })
}

/** Stores a notice to the player's own address in the outbox, once for each id. Payments retries until this answers. */
const mailNoticeHandler = handle(mailNotice, async (ctx: Context, { input, log }) => {
  const { noticeId, playerId, notice: kind } = input
  const profile = await findProfile(ctx.db, playerId)
  if (profile === undefined) {
    log.warn({ event: 'notice.no-mailbox', notice: kind, playerId }, 'notice dropped: the player has no mailbox')
    return {}
  }
  if ('amountPaise' in input) {
    const { noticeId: _id, playerId: _player, notice, ...facts } = input
    const subject = { kind: notice, ...facts }
    await inTransaction(ctx.db, (transaction) =>
      writeMoneyNotice(ctx, transaction, profile, { subject, playerId, noticeId }),
    )
    ctx.pushes.wake()
  } else {
    const { email: to, language } = profile
    const { notice, lastDigits, usableFrom } = input
    await ctx.outbox.add(ctx.db, 'notice', { kind: notice, lastDigits, usableFrom, to, language }, { id: noticeId })
  }
  ctx.outbox.wake()
  return {}
})

/** @throws Refusal `invalid_request` for a key that is no point of P-256 */
function requirePoint(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed')
  } catch {
    throw new Refusal('invalid_request', 'The key is not valid.')
  }
}

/** What a player is told by mail and by browsers, and how payments has a player told. */
export const noticeOperations = [
  mailNoticeHandler,

  handle(setMoneyMails, async (ctx: Context, { player, input: { moneyMails } }) => {
    if (!(await setPlayerMoneyMails(ctx.db, player.id, moneyMails))) throw new Refusal('unauthenticated')
    return { notices: await ownNotices(ctx, player) }
  }),

  handle(addPushBrowser, async (ctx: Context, { player, input }) => {
    if (!ctx.pushes.takes(input.endpoint))
      throw new Refusal('invalid_request', 'This browser uses a push service that we do not send to.')
    requirePoint(input.keys.p256dh)
    const nowMs = ctx.clock.now()
    const browser = { ...input, id: ctx.randomness.id(nowMs), nowMs }
    await inTransaction(ctx.db, (transaction) => saveBrowser(transaction, player, browser))
    return { notices: await ownNotices(ctx, player) }
  }),

  handle(removePushBrowser, async (ctx: Context, { player, input: { browserId } }) => {
    if (!(await deleteBrowser(ctx.db, player.id, browserId))) throw new Refusal('not_found')
    return { notices: await ownNotices(ctx, player) }
  }),
]
