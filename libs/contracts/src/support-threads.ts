import { z } from 'zod'
import { Language } from './auth.ts'
import { signal } from './events.ts'
import { limits } from './limits.ts'
import { adminRoles, operation } from './operation.ts'
import { Done, Id, IsoTime, NoInput, openEnum } from './primitives.ts'
import { supporters, supportLimits, SupportTag } from './support-desk.ts'
import { SupportMessage, SupportStatus } from './support.ts'

const { replyMaxLength, tagsOfThread, repliesOfThread } = supportLimits

/** The id of a conversation. An unknown id is `not_found`. */
const ThreadId = z.object({ id: z.string().max(64) })

const ReplyText = z
  .string({ error: 'Please write a reply.' })
  .trim()
  .min(1, { error: 'Please write a reply.' })
  .max(replyMaxLength, { error: 'The reply is too long.' })

const Reply = z.object({ _id: Id, by: openEnum(['us', 'player']), text: z.string(), at: IsoTime })

/** One reply of a conversation. `admin`: its writer, of a reply by us. */
export const SupportReply = Reply.extend({ admin: z.string().nullable() })
export type SupportReply = z.output<typeof SupportReply>

/** A conversation as admins read it. */
const AdminThread = z.object({ message: SupportMessage, replies: z.array(SupportReply) })

export const adminGetSupportMessage = operation({
  subject: 'support.admin-get-message',
  route: {
    method: 'GET',
    path: '/api/admin/support-messages/:id',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'One support message with its replies',
  },
  input: ThreadId,
  /** A service of the previous release sends no replies. */
  output: AdminThread.extend({ replies: AdminThread.shape.replies.default([]) }),
  errors: ['not_found'],
})

/** Stores a reply and mails it, both once for each key. The conversation is open after it and waits for its player. */
export const replySupportMessage = operation({
  subject: 'support.reply',
  route: {
    method: 'POST',
    path: '/api/admin/support-messages/:id/replies',
    access: { admin: supporters },
    rate: 'command',
    idempotent: true,
    summary: 'Reply to a support message by mail and in the app',
  },
  /** `read`: how many replies the admin has read. With more replies the reply is refused, so that two admins do not reply to one message. */
  input: ThreadId.extend({ text: ReplyText, read: z.int().nonnegative().optional() }),
  output: AdminThread,
  errors: ['not_found', 'idempotency_conflict', 'support_full', 'conversation_changed'],
})

/** Sets both fields. */
export const fileSupportMessage = operation({
  subject: 'support.file',
  route: {
    method: 'PUT',
    path: '/api/admin/support-messages/:id/filing',
    access: { admin: supporters },
    rate: 'command',
    summary: 'Assign a support message to an admin, and set its tags',
  },
  input: ThreadId.extend({
    assignee: z.string().max(64).nullable(),
    tags: z.array(SupportTag).max(tagsOfThread, { error: `At most ${tagsOfThread} tags.` }),
  }),
  output: z.object({ message: SupportMessage }),
  errors: ['not_found'],
})

/** A conversation in the list of its player. */
export const OwnConversation = z.object({
  _id: Id,
  message: z.string(),
  status: openEnum(SupportStatus.options),
  /** Whether the last text is ours. */
  isAnswered: z.boolean(),
  /** Whether the player has not opened our last reply. */
  isUnread: z.boolean(),
  replyCount: z.int().nonnegative(),
  createdAt: IsoTime,
  lastAt: IsoTime,
})
export type OwnConversation = z.output<typeof OwnConversation>

const OwnThread = z.object({ conversation: OwnConversation, replies: z.array(Reply) })

export const listOwnConversations = operation({
  subject: 'support.list-own',
  route: {
    method: 'GET',
    path: '/api/support-messages',
    access: 'player',
    rate: 'read',
    summary: 'The own messages to the support, newest first',
  },
  input: NoInput,
  output: z.object({ conversations: z.array(OwnConversation) }),
  errors: [],
})

export const getOwnConversation = operation({
  subject: 'support.get-own',
  route: {
    method: 'GET',
    path: '/api/support-messages/:id',
    access: 'player',
    rate: 'read',
    summary: 'One own message to the support with its replies',
  },
  input: ThreadId,
  output: OwnThread,
  errors: ['not_found'],
})

/** Reopens a closed conversation. */
export const answerSupport = operation({
  subject: 'support.answer',
  route: {
    method: 'POST',
    path: '/api/support-messages/:id/replies',
    access: 'player',
    rate: 'message',
    idempotent: true,
    summary: 'Reply in an own conversation with the support',
  },
  input: ThreadId.extend({ text: ReplyText }),
  output: OwnThread,
  errors: ['not_found', 'idempotency_conflict', 'support_full'],
})

/** `replyCount`: how many replies the page shows. A reply that came later stays unread. */
export const markSupportRead = operation({
  subject: 'support.mark-read',
  route: {
    method: 'PUT',
    path: '/api/support-messages/:id/read',
    access: 'player',
    rate: 'command',
    passive: true,
    summary: 'Mark the replies of an own conversation as read',
  },
  input: ThreadId.extend({ replyCount: z.int().nonnegative().max(repliesOfThread) }),
  output: Done,
  errors: ['not_found'],
})

/** How long a mail with a reply is useful. A visitor reads a reply only in the mail. */
export const supportMailUsefulForMs = 7 * 24 * 60 * 60_000

/**
 * Mails a reply of an admin. After the answer auth has stored the mail, once for each `replyId`. A player gets the mail at the
 * address of the account; `email` and `language` are for a visitor.
 */
export const mailSupportReply = operation({
  subject: 'auth.mail-support-reply',
  callers: ['support'],
  input: z.object({
    replyId: Id,
    threadId: Id,
    playerId: Id.nullable(),
    email: z.string().max(limits.support.emailMaxLength),
    language: Language,
    text: z.string().max(replyMaxLength),
  }),
  output: z.object({}),
  errors: [],
})

/** Deletes the conversations of a player. Safe to repeat. */
export const eraseSupportOfPlayer = operation({
  subject: 'support.erase-player',
  callers: ['auth'],
  input: z.object({ playerId: Id }),
  output: z.object({}),
  errors: [],
})

/** A conversation of a player has a new reply, or a new state. */
export const supportThreadChanged = signal({
  subject: 'signal.support.thread-changed',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: z.array(z.object({ to: Id, _id: Id })),
  socket: { audience: 'player', event: 'support:update' },
})

/** The event of the support page, apart from `socketEvents`, so that other pages do not load it. */
export const supportEvents = {
  update: {
    event: supportThreadChanged.socket.event,
    payload: supportThreadChanged.payload.element.omit({ to: true }),
  },
} as const
