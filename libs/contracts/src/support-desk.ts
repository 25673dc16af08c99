import { z } from 'zod'
import { adminRoles, operation } from './operation.ts'
import { Id, IsoTime, NoInput } from './primitives.ts'

/** Who answers players. */
export const supporters = ['owner', 'support'] as const satisfies readonly (typeof adminRoles)[number][]

/**
 * Limits of conversations, apart from `limits`, so that only pages of the support load them. `ownThreads`: how many a player
 * sees. A conversation that waits for its player is closed after `unansweredDays`.
 */
export const supportLimits = {
  replyMaxLength: 2_000,
  repliesOfThread: 50,
  ownThreads: 50,
  unansweredDays: 14,
  tagsOfThread: 5,
  tagMaxLength: 24,
  desk: { templates: 20, tags: 12, titleMaxLength: 60 },
} as const
const { desk, replyMaxLength, tagMaxLength } = supportLimits

const named = (max: number, what: string) =>
  z
    .string()
    .trim()
    .min(1, { error: `${what} is empty.` })
    .max(max, { error: `${what} is too long.` })

/** A word that groups conversations. */
export const SupportTag = named(tagMaxLength, 'A tag')

/** A prepared text that admins put into a reply. */
export const SupportTemplate = z.object({
  title: named(desk.titleMaxLength, 'A title'),
  text: named(replyMaxLength, 'The text of a reply'),
})
export type SupportTemplate = z.output<typeof SupportTemplate>

/** What admins reply with: prepared replies and tags. `version` stands for both. */
export const SupportDesk = z.object({
  templates: z.array(SupportTemplate),
  tags: z.array(z.string()),
  version: z.int().nonnegative(),
  changedBy: z.string().nullable(),
})
export type SupportDesk = z.output<typeof SupportDesk>

export const getSupportDesk = operation({
  subject: 'support.get-desk',
  route: {
    method: 'GET',
    path: '/api/admin/support-desk',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'Prepared replies and tags of the support',
  },
  input: NoInput,
  output: SupportDesk,
  errors: [],
})

/** Replaces both lists. `settings_changed`: the version is not the present one. */
export const setSupportDesk = operation({
  subject: 'support.set-desk',
  route: {
    method: 'PUT',
    path: '/api/admin/support-desk',
    access: { admin: supporters },
    rate: 'command',
    summary: 'Change the prepared replies and the tags',
  },
  input: z.object({
    templates: z.array(SupportTemplate).max(desk.templates, { error: `At most ${desk.templates} replies.` }),
    tags: z.array(SupportTag).max(desk.tags, { error: `At most ${desk.tags} tags.` }),
    version: z.int().nonnegative(),
  }),
  output: SupportDesk,
  errors: ['settings_changed'],
})

/** The names of the active admins who answer players. Support asks before it assigns a conversation. */
export const listSupporters = operation({
  subject: 'auth.list-supporters',
  route: {
    method: 'GET',
    path: '/api/admin/supporters',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'Admins who answer players',
  },
  callers: ['support'],
  input: NoInput,
  output: z.object({ names: z.array(z.string()) }),
  errors: [],
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
    action: z.enum([
      'support-message.close',
      'support-message.reopen',
      'support-message.reply',
      'support-message.file',
      'support-desk.change',
    ]),
    target: z.union([Id, z.literal('support-desk')]),
    detail: z.record(z.string().max(64), z.union([z.string().max(500), z.number(), z.boolean(), z.null()])),
  }),
  output: z.object({ by: z.string(), at: IsoTime }),
  errors: ['idempotency_conflict'],
})
