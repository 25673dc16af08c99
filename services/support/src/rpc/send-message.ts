import { hash } from 'node:crypto'
import { limits, sendSupportMessage } from '@kismet/contracts'
import type { Player } from '@kismet/service-kit/tokens'
import { handle } from '@kismet/service-kit/handle'
import { siteOf } from '@kismet/service-kit/network'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import { announceQueue } from '../announce.ts'
import type { Context, Room } from '../context.ts'
import { countOfDay, countOpenOf, countOpenOfSite, findByKey, insertMessage } from '../db/messages.ts'
import type { Models, StoredMessage } from '../db/messages.ts'
import { dayOf, restOfDayMs, searchTextOf, stranger } from '../domain/message.ts'
import type { Written } from '../domain/message.ts'

const thanks = 'Thank you! Our team will get back to you soon.'
const { perDay } = limits.support
const strangersFull =
  'Too many messages wait for an answer. If you have an account, copy your message, log in and send it again.'
/** The player app has a translation of each text. */
const fullTexts = {
  player: 'Your message was not sent. Too many of your messages wait for an answer. Please try again later.',
  site: strangersFull,
  strangers: strangersFull,
  all: undefined,
}

/**
 * Stores a message once per idempotency key. The limits of messages per day and of open messages count
 * per player, per network of strangers, and for all strangers.
 */
export const sendMessageHandler = handle(sendSupportMessage, async (ctx: Context, call) => {
  const { input, meta } = call
  const player = await signedIn(ctx, meta.token)
  const site = player === undefined ? siteOf(meta.ip) : null
  const message = compose(ctx, input, player, site, meta.key ?? ctx.randomness.id(ctx.clock.now()))
  const isNew = await ctx.submissions.run('', () => ctx.documents.run((models) => keep(ctx, models, message)))
  if (isNew) {
    ctx.telemetry.taken(player === undefined ? 'stranger' : 'player')
    await announceQueue(ctx)
  } else call.replayed()
  return { message: thanks }
})

/** The player of the token. An invalid token is ignored, because the operation is public. */
async function signedIn({ bus }: Context, token: string | undefined): Promise<Player | undefined> {
  if (token === undefined) return undefined
  const claims = await bus.verifier.verify(token, 'player').catch((error: unknown) => {
    if (isRefusal(error, 'unauthenticated')) return undefined
    throw error
  })
  return claims && { id: claims.sub, email: claims.email ?? '', sessionId: claims.sid }
}

function compose(
  { clock, randomness }: Context,
  written: Written,
  player: Player | undefined,
  site: string | null,
  key: string,
): StoredMessage {
  const nowMs = clock.now()
  const _id = randomness.id(nowMs)
  const from = player?.id ?? stranger
  return {
    _id,
    ...written,
    status: 'open',
    createdAt: new Date(nowMs),
    player: player === undefined ? null : { id: player.id, email: player.email },
    from,
    day: dayOf(nowMs),
    site,
    key: keyOf(from, key),
    inputHash: inputHashOf(written),
    searchText: searchTextOf(written, _id),
    changes: 0,
    changedAt: null,
    changedBy: null,
  }
}

/**
 * @returns false for a replay
 * @throws Refusal `idempotency_conflict`, `too_many_requests` at the limit of a day, or `support_full`
 */
async function keep({ room, telemetry }: Context, models: Models, message: StoredMessage): Promise<boolean> {
  if (await isKnown(models, message)) return false
  if (await isDayFull(models, message)) {
    const text = 'Your message was not sent. Support takes no more messages today. Please try again tomorrow.'
    throw new Refusal('too_many_requests', text, { retryAfterMs: restOfDayMs(message.createdAt.getTime()) })
  }
  const full = await fullOf(models, message, room)
  if (full !== null) {
    telemetry.refused(full)
    throw new Refusal('support_full', fullTexts[full], { whose: full === 'site' ? 'strangers' : full })
  }
  // Another replica may have stored the same key since the first check.
  return (await insertMessage(models, message)) || !(await isKnown(models, message))
}

async function isDayFull(models: Models, { from, site, day }: StoredMessage): Promise<boolean> {
  const most = site === null ? perDay.ofPlayer : perDay.ofStrangers
  if ((await countOfDay(models, { from }, day)) >= most) return true
  return site !== null && (await countOfDay(models, { site }, day)) >= perDay.ofSite
}

/**
 * Refuses new messages at the limit instead of deleting open ones. A flood of messages must not
 * remove unanswered messages of other players.
 * @returns whose limit is reached, or null
 */
async function fullOf(
  models: Models,
  { from, site }: StoredMessage,
  { open }: Room,
): Promise<keyof typeof fullTexts | null> {
  const { own, all } = await countOpenOf(models, from)
  if (site === null && own >= open.ofPlayer) return 'player'
  if (site !== null && own >= open.ofStrangers) return 'strangers'
  if (site !== null && (await countOpenOfSite(models, site)) >= open.ofSite) return 'site'
  return all >= open.ofAll ? 'all' : null
}

/** Whether the key has a message. @throws Refusal `idempotency_conflict` for another input */
async function isKnown(models: Models, { key, inputHash }: StoredMessage): Promise<boolean> {
  const known = await findByKey(models, key)
  if (known !== null && known.inputHash !== inputHash) throw new Refusal('idempotency_conflict')
  return known !== null
}

/** Includes the sender, so that one sender cannot use the idempotency key of another sender. */
function keyOf(from: string, idempotencyKey: string): string {
  return hash('sha256', JSON.stringify([from, idempotencyKey]))
}

function inputHashOf({ name, email, message }: Written): string {
  return hash('sha256', JSON.stringify([name, email, message]))
}
