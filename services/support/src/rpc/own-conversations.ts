import {
  eraseSupportOfPlayer,
  getOwnConversation,
  Id,
  listOwnConversations,
  markSupportRead,
  supportLimits,
} from '@kismet/contracts'
import type { OwnConversation, Output } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { deleteOf, findMessage, markRead, newestOf } from '../db/messages.ts'
import type { Models, StoredMessage, StoredReply } from '../db/models.ts'
import { repliesOf } from '../db/replies.ts'

/** What players read of their own messages, and the end of these messages. */
export const ownConversations: readonly Handler<Context>[] = [
  handle(listOwnConversations, async ({ documents }: Context, { player }) => ({
    conversations: (await documents.run((models) => newestOf(models, player.id, supportLimits.ownThreads))).map(
      ownView,
    ),
  })),
  handle(getOwnConversation, async ({ documents }: Context, { input: { id }, player }) =>
    documents.run(async (models) => {
      const message = await requireOwn(models, id, player.id)
      return ownThreadView({ message, replies: await repliesOf(models, [id]) })
    }),
  ),
  handle(markSupportRead, async ({ documents }: Context, { input: { id, replyCount }, player }) => {
    await documents.run(async (models) => {
      const message = await requireOwn(models, id, player.id)
      await markRead(models, id, Math.min(replyCount, message.replyCount))
    })
    return { message: 'Marked' }
  }),
  handle(eraseSupportOfPlayer, async ({ documents }: Context, { input: { playerId } }) => {
    await documents.run((models) => deleteOf(models, playerId))
    return {}
  }),
]

/** A conversation of this player. @throws Refusal `not_found`, also for the conversation of another player */
export async function requireOwn(models: Models, id: string, playerId: string): Promise<StoredMessage> {
  const message = Id.safeParse(id).success ? await findMessage(models, { _id: id }) : null
  if (message === null || message.player?.id !== playerId) throw new Refusal('not_found')
  return message
}

function ownView({ createdAt, lastAt, lastBy, readCount, ...stored }: StoredMessage): OwnConversation {
  const { _id, message, status, replyCount } = stored
  return {
    ...{ _id, message, status, replyCount },
    isAnswered: lastBy === 'us',
    isUnread: lastBy === 'us' && readCount < replyCount,
    createdAt: isoTime(createdAt.getTime()),
    lastAt: isoTime((lastAt ?? createdAt).getTime()),
  }
}

type OwnReply = Output<typeof getOwnConversation>['replies'][number]

/** A message with its replies. */
export interface Thread {
  readonly message: StoredMessage
  readonly replies: readonly StoredReply[]
}

/** A reply without what only admins read. */
export const replyView = ({ _id, admin, text, at }: StoredReply): OwnReply => ({
  ...{ _id, text },
  by: admin === null ? 'player' : 'us',
  at: isoTime(at.getTime()),
})

/** A conversation as its player reads it, without the names of admins. */
export function ownThreadView({ message, replies }: Thread): Output<typeof getOwnConversation> {
  return { conversation: ownView(message), replies: replies.map(replyView) }
}
