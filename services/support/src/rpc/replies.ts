import { answerSupport, bookAdminAction, replySupportMessage, supportLimits } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { openFor } from '../db/messages.ts'
import type { Models, StoredMessage, StoredReply } from '../db/models.ts'
import { insertReply, repliesOf } from '../db/replies.ts'
import { announceQueue, requireMessage, tellPlayer, threadView } from './admin-messages.ts'
import { ownThreadView, requireOwn } from './own-conversations.ts'
import type { Thread } from './own-conversations.ts'
import { digestOf, requireRoom } from './send-message.ts'

const fullText = 'This conversation is full. Please send a new message.'

/** The replies of both sides. */
export const replyHandlers: readonly Handler<Context>[] = [
  /**
   * Books the action in the audit log of auth first, then stores the reply. The reply and its mail have the key of the call, so
   * a repeated call is one action, one reply and one mail. Two answers in the same instant are both sent.
   */
  handle(replySupportMessage, async (ctx: Context, call) => {
    const { input, meta, admin } = call
    const { requestId, token, ip } = meta
    const key = digestOf(admin.id, input.id, meta.key ?? requestId)
    const read = async (models: Models) => threadWith(models, await requireMessage(models, input.id))
    // After a crash between the audit row and the reply, a new message can refuse the repeat: then the row has no reply.
    const before = await ctx.documents.run(read)
    if (requireNewOrSame(before, key, input.text)) call.replayed()
    else if (before.replies.length > (input.read ?? Infinity)) throw new Refusal('conversation_changed')
    const { _id: target, player } = before.message
    // An audit row is never erased, so that no address stands in it.
    const detail = { playerId: player?.id ?? null }
    const action = { key: `support-reply:${key}`, action: 'support-message.reply' as const, target, detail }
    const { by } = await ctx.bus.call(bookAdminAction, action, { requestId, token, ip })
    const after = await ctx.documents.run(async (models) => {
      await addReply(ctx, models, before.message, { key, text: input.text, admin: by })
      return read(models)
    })
    await announceQueue(ctx)
    tellPlayer(ctx, after.message)
    return threadView(after)
  }),
  /** A reply of the player reopens the conversation. It waits for an admin like a new message, within the same limits. */
  handle(answerSupport, async (ctx: Context, call) => {
    const { input, meta, player } = call
    const key = digestOf(player.id, input.id, meta.key ?? meta.requestId)
    const read = async (models: Models) => threadWith(models, await requireOwn(models, input.id, player.id))
    const work = async (models: Models) => {
      const before = await read(models)
      const isKnown = requireNewOrSame(before, key, input.text)
      const { status, lastBy } = before.message
      const isWaiting = status === 'open' && lastBy === 'player'
      if (!isKnown && !isWaiting) await requireRoom(models, before.message, ctx.room)
      await addReply(ctx, models, before.message, { key, text: input.text, admin: null })
      return { isKnown, after: await read(models) }
    }
    const { isKnown, after } = await ctx.submissions.run('', () => ctx.documents.run(work))
    if (isKnown) call.replayed()
    await announceQueue(ctx)
    tellPlayer(ctx, after.message)
    return ownThreadView(after)
  }),
]

const threadWith = async (models: Models, message: StoredMessage): Promise<Thread> => ({
  message,
  replies: await repliesOf(models, [message._id]),
})

/**
 * Whether the conversation has the reply of the key.
 * @throws Refusal `idempotency_conflict` for another text, or `support_full` without a place for a new reply
 */
function requireNewOrSame({ replies }: Thread, key: string, text: string): boolean {
  const known = replies.find((reply) => reply.key === key)
  if (known !== undefined && known.text !== text) throw new Refusal('idempotency_conflict')
  if (known === undefined && replies.length >= supportLimits.repliesOfThread)
    throw new Refusal('support_full', fullText, { whose: 'player' })
  return known !== undefined
}

/** Stores a reply once for its key, then opens the conversation for it. A repeated call completes a broken call. */
async function addReply(
  { clock, randomness }: Context,
  models: Models,
  message: StoredMessage,
  written: Pick<StoredReply, 'key' | 'text' | 'admin'>,
): Promise<void> {
  const nowMs = clock.now()
  await insertReply(models, {
    ...written,
    _id: randomness.id(nowMs),
    threadId: message._id,
    from: message.from,
    at: new Date(nowMs),
    isMailDue: written.admin !== null,
  })
  const replies = await repliesOf(models, [message._id])
  const stored = replies.find(({ key }) => key === written.key)
  if (stored === undefined) return
  if (message.replyCount < replies.length)
    await openFor(models, message, { admin: stored.admin, at: stored.at, replyCount: replies.length })
}
