import { z } from 'zod'
import { limits } from './limits.ts'
import { adminRoles, operation } from './operation.ts'
import { AdminListQuery, Done, Id, IsoTime, openEnum } from './primitives.ts'

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

/** `email` is what its writer says; `user` is the player who was signed in, null for a stranger. */
export const SupportMessage = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  status: openEnum(SupportStatus.options),
  createdAt: IsoTime,
  user: z.object({ _id: Id, email: z.string(), username: z.null() }).nullable(),
  /** The last change of the status and its admin; null before the first change. */
  changedAt: IsoTime.nullable(),
  changedBy: z.string().nullable(),
})
export type SupportMessage = z.output<typeof SupportMessage>

export const adminListSupportMessages = operation({
  subject: 'support.admin-list-messages',
  route: {
    method: 'GET',
    path: '/api/admin/support-messages',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'Support messages: open oldest first, then closed newest first, or sorted',
  },
  input: AdminListQuery.extend({ sort: z.enum(['createdAt']).optional(), status: SupportStatus.optional() }),
  /** `open` and `total` count all messages, without the filters of the list. */
  output: z.object({
    messages: z.array(SupportMessage),
    nextCursor: z.string().nullable(),
    open: z.int().nonnegative(),
    total: z.int().nonnegative(),
  }),
  errors: [],
})

export const adminGetSupportMessage = operation({
  subject: 'support.admin-get-message',
  route: {
    method: 'GET',
    path: '/api/admin/support-messages/:id',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'One support message',
  },
  input: z.object({ id: z.string().max(64) }),
  output: z.object({ message: SupportMessage }),
  errors: ['not_found'],
})

/** Who may change the status of a message. */
export const supporters = ['owner', 'support'] as const satisfies readonly (typeof adminRoles)[number][]

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

/**
 * Writes an action of an admin to the audit log of auth, once for each key. A service whose store has no transactions calls it
 * before the action. The answer names the admin of the first call.
 */
export const bookAdminAction = operation({
  subject: 'auth.book-admin-action',
  access: { admin: supporters },
  callers: ['support'],
  input: z.object({
    key: z.string().min(1).max(200),
    action: z.enum(['support-message.close', 'support-message.reopen']),
    target: Id,
    detail: z.record(z.string().max(64), z.union([z.string().max(500), z.number(), z.boolean(), z.null()])),
  }),
  output: z.object({ by: z.string(), at: IsoTime }),
  errors: ['idempotency_conflict'],
})
