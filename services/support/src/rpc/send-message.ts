import { hash } from 'node:crypto'
import { sendSupportMessage } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { siteOf } from '@kismet/service-kit/network'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { findMessage, insertMessage, readOpenSenders } from '../db/messages.ts'
import { noConversation } from '../db/models.ts'
import type { Models, StoredMessage } from '../db/models.ts'
import { announceQueue } from './admin-messages.ts'

const thanks = 'Thank you! Our team will get back to you soon.'
/** The player app has a translation of each text. */
const fullTexts = {
  player: 'Your message was not sent. Too many of your messages wait for an answer. Please try again later.',
  strangers:
    'Too many messages wait for an answer. If you have an account, copy your message, log in and send it again.',
  all: undefined,
}

/**
 * Stores a message once per idempotency key. The limits of open messages count per player, per
 * site of strangers, for all strangers, and for all.
 */
export const sendMessageHandler = handle(sendSupportMessage, async (ctx: Context, call) => {
  const { input, meta } = call
  const player = await signedIn(ctx, meta.token)
  const nowMs = ctx.clock.now()
  const _id = ctx.randomness.id(nowMs)
  const message: StoredMessage = {
    _id,
    ...input,
    ...noConversation,
    status: 'open',
    createdAt: new Date(nowMs),
    player,
    from: player?.id ?? siteOf(meta.ip),
    // Includes the player, so that one sender cannot use the idempotency key of another sender.
    key: digestOf(player?.id ?? 'stranger', meta.key ?? _id),
    inputHash: digestOf(input.name, input.email, input.message),
    searchText: [input.name, input.email, player?.email, input.message, _id].join('\n').toLowerCase(),
    changes: 0,
    changedAt: null,
    changedBy: null,
  }
  const isNew = await ctx.submissions.run('', () => ctx.documents.run((models) => keep(ctx, models, message)))
  if (isNew) await announceQueue(ctx)
  else call.replayed()
  return { message: thanks }
})

export const digestOf = (...texts: readonly string[]): string => hash('sha256', JSON.stringify(texts))

/** The player of the token. An invalid token is ignored, because the operation is public. */
async function signedIn({ bus }: Context, token: string | undefined): Promise<StoredMessage['player']> {
  if (token === undefined) return null
  try {
    const { sub: id, email = '' } = await bus.verifier.verify(token, 'player')
    return { id, email }
  } catch (error) {
    if (isRefusal(error, 'unauthenticated')) return null
    throw error
  }
}

/**
 * @returns false for a replay
 * @throws Refusal `idempotency_conflict`, or `support_full`
 */
async function keep({ room }: Context, models: Models, message: StoredMessage): Promise<boolean> {
  if (await isKnown(models, message)) return false
  await requireRoom(models, message, room)
  // Another replica may have stored the same key since the first check.
  return (await insertMessage(models, message)) || !(await isKnown(models, message))
}

/** @throws Refusal `support_full` when too many messages wait for an admin */
export async function requireRoom(models: Models, message: StoredMessage, room: Context['room']): Promise<void> {
  const whose = await fullOf(models, message, room)
  if (whose !== undefined) throw new Refusal('support_full', fullTexts[whose], { whose })
}

/**
 * Refuses new messages at the limit instead of deleting open ones. A flood of messages must not
 * remove unanswered messages of other players.
 */
async function fullOf(
  models: Models,
  { from, player }: StoredMessage,
  room: Context['room'],
): Promise<keyof typeof fullTexts | undefined> {
  const open = await readOpenSenders(models)
  const own = open.filter((other) => other.from === from).length
  const strangers = open.filter((other) => other.player === null).length
  if (player !== null && own >= room.ofPlayer) return 'player'
  if (player === null && (own >= room.ofSite || strangers >= room.ofStrangers)) return 'strangers'
  return open.length >= room.ofAll ? 'all' : undefined
}

/** Whether the key has a message. @throws Refusal `idempotency_conflict` for another input */
async function isKnown(models: Models, { key, inputHash }: StoredMessage): Promise<boolean> {
  const known = await findMessage(models, { key })
  if (known !== null && known.inputHash !== inputHash) throw new Refusal('idempotency_conflict')
  return known !== null
}
