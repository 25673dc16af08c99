import {
  adminGetSupportMessage,
  adminListSupportMessages,
  bookAdminAction,
  Id,
  setSupportMessageStatus,
  supportQueueUpdated,
} from '@kismet/contracts'
import type { Input, SupportMessage } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { changeStatus, countAll, findMessage, listMessages, readOpenSenders } from '../db/messages.ts'
import type { ListPart, Models, StoredMessage } from '../db/messages.ts'

/** What admins do with messages. */
export const adminMessages: readonly Handler<Context>[] = [
  handle(adminListSupportMessages, async ({ documents }: Context, { input }) => {
    const { page, nextCursor } = await documents.run((models) => readPage(models, input))
    return { messages: page.map(adminView), nextCursor, ...(await documents.run(countAll)) }
  }),
  handle(adminGetSupportMessage, async ({ documents }: Context, { input: { id } }) => ({
    message: adminView(await documents.run((models) => requireMessage(models, id))),
  })),
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
      detail: { email: message.email, playerId: message.player?.id ?? null },
    }
    const { by, at } = await bus.call(bookAdminAction, action, { requestId, token, ip })
    const change = { status, changedAt: new Date(at), changedBy: by }
    const changed = await documents.run(
      async (models) => (await changeStatus(models, message, change)) ?? (await requireMessage(models, id)),
    )
    await announceQueue(ctx)
    return { message: adminView(changed) }
  }),
]

/** Tells admins how many messages are open. After a failed count, the next change tells them. */
export async function announceQueue({ bus, documents, log }: Context): Promise<void> {
  try {
    bus.signal(supportQueueUpdated, { support: (await documents.run(readOpenSenders)).length })
  } catch (error) {
    log.warn({ err: error }, 'failed to count the open messages')
  }
}

/** @throws Refusal `not_found` */
async function requireMessage(models: Models, id: string): Promise<StoredMessage> {
  const message = Id.safeParse(id).success ? await findMessage(models, { _id: id }) : null
  if (message === null) throw new Refusal('not_found')
  return message
}

/** The contract leaves out the fields that admins must not see. */
function adminView({ player, createdAt, changedAt, ...stored }: StoredMessage): SupportMessage {
  return {
    ...stored,
    createdAt: isoTime(createdAt.getTime()),
    user: player === null ? null : { _id: player.id, email: player.email, username: null },
    changedAt: changedAt === null ? null : isoTime(changedAt.getTime()),
  }
}

/** A cursor is a part of the list and the last message of a page, as `open.019a8f00-...`. */
const cursorFormat = /^(open|closed|newest|oldest)\.([0-9a-f-]{36})$/

/** A page of a list, from its start or after its cursor. @throws Refusal `invalid_request` for a cursor of another list */
async function readPage(
  models: Models,
  { sort, order, status, search, limit, cursor }: Input<typeof adminListSupportMessages>,
): Promise<{ page: StoredMessage[]; nextCursor: string | null }> {
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
    if (left > 0) found.push(...(await listMessages(models, { part, after, status, search }, left)))
  }
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const nextCursor = last === undefined ? null : `${sort === undefined ? last.status : sorted}.${last._id}`
  return { page, nextCursor }
}
