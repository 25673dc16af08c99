import { z } from 'zod'
import { limits } from './limits.ts'
import { adminRoles, operation } from './operation.ts'
import { AdminListQuery, Done, Id, IsoTime, openEnum } from './primitives.ts'
import { supporters, SupportTag } from './support-desk.ts'

const allFields = 'Please fill in all fields.'
const validEmail = 'Please enter a valid email.'

const filled = (max: number, tooLong: string) =>
  z.string({ error: allFields }).trim().min(1, { error: allFields, abort: true }).max(max, { error: tooLong })

/** What the support form sends. */
export const SupportForm = z.object({
  name: filled(limits.support.nameMaxLength, 'The name is too long.'),
  email: filled(limits.support.emailMaxLength, validEmail)
    .toLowerCase()
    .meta({ format: 'email' })
    .pipe(z.email({ error: validEmail })),
  message: filled(limits.support.messageMaxLength, 'The message is too long.'),
})

export const sendSupportMessage = operation({
  subject: 'support.send-message',
  route: {
    method: 'POST',
    path: '/api/support-message',
    access: 'anyone',
    namesPlayer: true,
    rate: 'message',
    idempotent: true,
    summary: 'Write to the support; of a player who is signed in it is known whose message it is',
  },
  input: SupportForm,
  output: Done,
  errors: ['idempotency_conflict', 'support_full'],
})

export const SupportStatus = z.enum(['open', 'closed'], { error: 'status must be open or closed.' })
export type SupportStatus = z.output<typeof SupportStatus>

/** The side that an open conversation waits for. */
export const SupportSide = z.enum(['us', 'player'])

/**
 * A message, which begins a conversation. `email` is what its writer says; `user` is the player who was signed in, null for a
 * visitor. A service of the previous release leaves out the fields with a default.
 */
export const SupportMessage = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  status: openEnum(SupportStatus.options),
  createdAt: IsoTime,
  user: z.object({ _id: Id, email: z.string(), username: z.null() }).nullable(),
  /** The last change of the status and its admin. Null before the first change, and the admin of a change without one. */
  changedAt: IsoTime.nullable(),
  changedBy: z.string().nullable(),
  /** Null while the conversation is closed. */
  waitsFor: openEnum(SupportSide.options).nullable().default(null),
  /** The last reply; null without replies. */
  lastAt: IsoTime.nullable().default(null),
  replyCount: z.int().nonnegative().default(0),
  /** The admin who answers. */
  assignee: z.string().nullable().default(null),
  tags: z.array(z.string()).default([]),
})
export type SupportMessage = z.output<typeof SupportMessage>

/** Lists of the back office. `mine`: assigned to the admin who asks. */
export const SupportView = z.enum(['us', 'player', 'closed', 'mine'])

export const adminListSupportMessages = operation({
  subject: 'support.admin-list-messages',
  route: {
    method: 'GET',
    path: '/api/admin/support-messages',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'Support messages: open oldest first, then closed newest first, or sorted',
  },
  input: AdminListQuery.extend({
    sort: z.enum(['createdAt']).optional(),
    status: SupportStatus.optional(),
    view: SupportView.optional(),
    tag: SupportTag.optional(),
    player: Id.optional(),
  }),
  /**
   * `open` and `total` count all messages, without the filters of the list. `waiting`: open messages that wait for an admin. A
   * service of the previous release leaves it out.
   */
  output: z.object({
    messages: z.array(SupportMessage),
    nextCursor: z.string().nullable(),
    open: z.int().nonnegative(),
    total: z.int().nonnegative(),
    waiting: z.int().nonnegative().optional(),
  }),
  errors: [],
})

export const setSupportMessageStatus = operation({
  subject: 'support.set-message-status',
  route: {
    method: 'PATCH',
    path: '/api/admin/support-messages/:id',
    access: { admin: supporters },
    rate: 'command',
    summary: 'Close or reopen a support message',
  },
  input: z.object({ id: z.string().max(64), status: SupportStatus }),
  output: z.object({ message: SupportMessage }),
  errors: ['not_found'],
})
