import {
  adminGetSupportMessage,
  adminListSupportMessages,
  bookAdminAction,
  Id,
  setSupportMessageStatus,
  supportQueueUpdated,
  supportThreadChanged,
} from '@kismet/contracts'
import type { Input, Output, SupportMessage } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { changeMessage, countAll, findMessage, listMessages, readOpenSenders } from '../db/messages.ts'
import type { Choice, ListPart } from '../db/messages.ts'
import type { Models, StoredMessage } from '../db/models.ts'
import { repliesOf } from '../db/replies.ts'
import { replyView } from './own-conversations.ts'
import type { Thread } from './own-conversations.ts'

/** What admins do with messages. */
export const adminMessages: readonly Handler<Context>[] = [
  handle(adminListSupportMessages, async ({ documents }: Context, { input, admin }) => {
    const { page, nextCursor } = await documents.run((models) => readPage(models, input, admin.username))
    return { messages: page.map(adminView), nextCursor, ...(await documents.run(countAll)) }
  }),
  handle(adminGetSupportMessage, async ({ documents }: Context, { input: { id } }) =>
    documents.run(async (models) => {
      const message = await requireMessage(models, id)
      return threadView({ message, replies: await repliesOf(models, [id]) })
    }),
  ),
  /**
   * Books the action in the audit log of auth first, then writes the status. The key is the message,
   * the new status and the number of changes, so a retry or a concurrent call books one action. A
   * message with this status is answered unchanged.
   */
  handle(setSupportMessageStatus, async (ctx: Context, { input: { id, status }, meta: { requestId, token, ip } }) => {
    const { documents, bus } = ctx
    const message = await documents.run((models) => requireMessage(models, id))
    if (message.status === status) return { message: adminView(message) }
    const action = {
      key: `support-message:${id}:${status}:${message.changes + 1}`,
      action: status === 'closed' ? ('support-message.close' as const) : ('support-message.reopen' as const),
      target: id,
      detail: { playerId: message.player?.id ?? null },
    }
    const { by, at } = await bus.call(bookAdminAction, action, { requestId, token, ip })
    const change = { status, changedAt: new Date(at), changedBy: by }
    const changed = await documents.run(
      async (models) => (await changeMessage(models, message, change)) ?? (await requireMessage(models, id)),
    )
    await announceQueue(ctx)
    tellPlayer(ctx, changed)
    return { message: adminView(changed) }
  }),
]

/** Tells a player that the own conversation has changed. The next read shows a lost signal. */
export function tellPlayer({ bus }: Context, { _id, player }: StoredMessage): void {
  if (player !== null) bus.signal(supportThreadChanged, [{ to: player.id, _id }])
}

/** Tells admins how many messages wait for them. After a failed count, the next change tells them. */
export async function announceQueue({ bus, documents, log }: Context): Promise<void> {
  try {
    bus.signal(supportQueueUpdated, { support: (await documents.run(readOpenSenders)).length })
  } catch (error) {
    log.warn({ err: error }, 'failed to count the waiting messages')
  }
}

/** @throws Refusal `not_found` */
export async function requireMessage(models: Models, id: string): Promise<StoredMessage> {
  const message = Id.safeParse(id).success ? await findMessage(models, { _id: id }) : null
  if (message === null) throw new Refusal('not_found')
  return message
}

/** The contract leaves out the fields that admins must not see. */
export function adminView({ player, createdAt, changedAt, lastAt, lastBy, ...stored }: StoredMessage): SupportMessage {
  return {
    ...stored,
    tags: [...stored.tags],
    createdAt: isoTime(createdAt.getTime()),
    user: player === null ? null : { _id: player.id, email: player.email, username: null },
    changedAt: changedAt === null ? null : isoTime(changedAt.getTime()),
    waitsFor: stored.status === 'closed' ? null : lastBy === 'us' ? 'player' : 'us',
    lastAt: lastAt === null ? null : isoTime(lastAt.getTime()),
  }
}

/** A conversation as admins read it. */
export function threadView({ message, replies }: Thread): Output<typeof adminGetSupportMessage> {
  return { message: adminView(message), replies: replies.map((reply) => ({ ...replyView(reply), admin: reply.admin })) }
}

/** A cursor is a part of the list and the last message of a page, as `open.019a8f00-...`. */
const cursorFormat = /^(open|closed|newest|oldest)\.([0-9a-f-]{36})$/

/** What a list of the back office leaves out. */
function choiceOf(
  view: Input<typeof adminListSupportMessages>['view'],
  admin: string,
): Partial<Pick<Choice, 'status' | 'waitsFor' | 'assignee'>> {
  if (view === undefined) return {}
  if (view === 'mine') return { assignee: admin }
  return view === 'closed' ? { status: view } : { status: 'open', waitsFor: view }
}

/** A page of a list, from its start or after its cursor. @throws Refusal `invalid_request` for a cursor of another list */
async function readPage(
  models: Models,
  { sort, order, view, limit, cursor, ...narrowed }: Input<typeof adminListSupportMessages>,
  admin: string,
): Promise<{ page: StoredMessage[]; nextCursor: string | null }> {
  const { tag, player, search } = narrowed
  const choice = {
    waitsFor: undefined,
    assignee: undefined,
    status: narrowed.status,
    tag,
    player,
    search,
    ...choiceOf(view, admin),
  }
  const { status } = choice
  const sorted: ListPart = order === 'asc' ? 'oldest' : 'newest'
  const parts: readonly ListPart[] =
    sort !== undefined ? [sorted] : status === undefined ? ['open', 'closed'] : [status]
  const [, fromPart, fromId] = cursorFormat.exec(cursor ?? '') ?? []
  const first = cursor === undefined ? 0 : parts.findIndex((part) => part === fromPart)
  if (first < 0) throw new Refusal('invalid_request', 'The cursor is not valid.')
  // One message more than the page shows that there is another page.
  const found: StoredMessage[] = []
  for (const part of parts.slice(first)) {
    const after = part === fromPart ? fromId : undefined
    const left = limit + 1 - found.length
    if (left > 0) found.push(...(await listMessages(models, { ...choice, part, after }, left)))
  }
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const nextCursor = last === undefined ? null : `${sort === undefined ? last.status : sorted}.${last._id}`
  return { page, nextCursor }
}
