import { z } from 'zod'
import { accountReaders, adminRoles, operation } from './operation.ts'
import { enterPassword, newPassword, passwordTimeoutMs } from './passwords.ts'
import { Id, IsoTime, NoInput, openEnum } from './primitives.ts'

/** Two-step login (RFC 6238, HMAC-SHA-1): a code counts in its own period, the one before and the one after. `setUpMs`: for so long a new secret waits for its first code. */
export const totpRules = {
  digits: 6,
  periodMs: 30_000,
  window: 1,
  secretBytes: 20,
  recoveryCodes: 10,
  setUpMs: 15 * 60_000,
} as const

/** Names in the audit log without an account: the operator of the machine, and a caller without a login. No admin has such a name. */
export const namesWithoutAccount = ['operator', 'nobody'] as const
export const isFreeName = (username: string): boolean =>
  !namesWithoutAccount.some((name) => name === username.toLowerCase())

/** It may be an e-mail address: by that it is known who would decide about an own request. */
const Username = z
  .string({ error: 'Please enter a username.' })
  .regex(/^[A-Za-z0-9][A-Za-z0-9._%+@-]{1,63}$/, {
    error: 'A username has 2 to 64 letters, digits, dots, _, %, +, - or @, such as an e-mail address.',
  })
  .refine(isFreeName, { error: 'This name is kept for the audit log.' })
const Role = z.enum(adminRoles, { error: 'The role must be owner, cashier, support or auditor.' })

/** The id of an account. An unknown id is `not_found`. */
const AdminId = z.object({ id: z.string().max(64) })
/** Without an id: all of them. */
export const WhichSession = z.object({ sessionId: z.string().max(64).optional() })

/** An account of the back office. */
export const AdminAccount = z.object({
  _id: Id,
  username: z.string(),
  role: openEnum(adminRoles),
  createdAt: IsoTime,
  /** The name of the owner who added it; null: the operator of the machine. */
  addedBy: z.string().nullable(),
  disabledAt: IsoTime.nullable(),
  /** The next login has to bring a password of its own. */
  mustChangePassword: z.boolean(),
  /** The start of two-step login; null without two-step login. */
  totpSince: IsoTime.nullable(),
  recoveryCodesLeft: z.int(),
  /** Last input in a session of the last 90 days. */
  lastSeenAt: IsoTime.nullable(),
  lastLoginAt: IsoTime.nullable(),
  /** How many live. */
  sessions: z.int(),
  /** Until then the account and the admin `by`, who made it, do not count as two people. */
  onePersonWith: z.object({ by: z.string(), until: IsoTime }).nullish(),
})
export type AdminAccount = z.output<typeof AdminAccount>

/** A live session in a list: `device` is what its browser said that it is. */
export const AdminSessionRow = z.object({
  _id: Id,
  device: z.string().nullable(),
  ip: z.string().nullable(),
  startedAt: IsoTime,
  lastActiveAt: IsoTime,
  /** The one that asks. */
  isCurrent: z.boolean(),
})

/** What was done to an account: a line of the audit log. */
const AdminChange = z.object({
  at: IsoTime,
  by: z.string(),
  /** Such as `role` or `disable`. */
  what: z.string(),
  on: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
})

/** What holds for all admins. */
export const AdminRules = z.object({ totpRequired: z.boolean({ error: 'totpRequired must be true or false.' }) })

const owners = { admin: ['owner'] } as const
/** The account after a change. */
export const ChangedAdmin = z.object({ admin: AdminAccount })
/** `forbidden`: also of one's own account, which another owner has to change. */
const ownerErrors = ['not_found', 'forbidden'] as const

export const listAdmins = operation({
  subject: 'auth.list-admins',
  route: {
    method: 'GET',
    path: '/api/admin/admins',
    access: { admin: accountReaders },
    rate: 'read',
    summary: 'Accounts of the back office, and the newest changes of them',
  },
  input: NoInput,
  output: z.object({ admins: z.array(AdminAccount), changes: z.array(AdminChange), ...AdminRules.shape }),
  errors: [],
})

/**
 * Ends the sessions of admins without two-step login. They set it up at the next login. `totp_set_up_required`: the calling
 * owner has no two-step login.
 */
export const setAdminRules = operation({
  subject: 'auth.set-admin-rules',
  route: {
    method: 'PUT',
    path: '/api/admin/admin-rules',
    access: owners,
    rate: 'command',
    summary: 'Whether every admin has to log in with two steps',
  },
  input: AdminRules,
  output: AdminRules,
  errors: ['forbidden', 'totp_set_up_required'],
})

/** Without a password the server makes one. Either way it is good for one login, which has to bring another one. */
export const addAdminAccount = operation({
  subject: 'auth.add-admin',
  route: { method: 'POST', path: '/api/admin/admins', access: owners, rate: 'command', summary: 'Add an admin' },
  input: z.object({ username: Username, role: Role, password: newPassword(enterPassword).optional() }),
  output: ChangedAdmin.extend({ password: z.string() }),
  errors: ['forbidden', 'name_taken'],
  timeoutMs: passwordTimeoutMs,
})

export const setAdminRole = operation({
  subject: 'auth.set-admin-role',
  route: {
    method: 'PUT',
    path: '/api/admin/admins/:id/role',
    access: owners,
    rate: 'command',
    summary: 'Change the role of an admin, whose sessions end',
  },
  input: AdminId.extend({ role: Role }),
  output: ChangedAdmin,
  errors: ownerErrors,
})

export const setAdminDisabled = operation({
  subject: 'auth.set-admin-disabled',
  route: {
    method: 'PUT',
    path: '/api/admin/admins/:id/disabled',
    access: owners,
    rate: 'command',
    summary: 'Let an admin in no more, or again',
  },
  input: AdminId.extend({ disabled: z.boolean() }),
  output: ChangedAdmin,
  errors: ownerErrors,
})

export const resetAdminPassword = operation({
  subject: 'auth.reset-admin-password',
  route: {
    method: 'POST',
    path: '/api/admin/admins/:id/reset-password',
    access: owners,
    rate: 'command',
    summary: 'Give an admin a new password, good for one login; the sessions of the admin end',
  },
  input: AdminId,
  output: ChangedAdmin.extend({ password: z.string() }),
  errors: ownerErrors,
  timeoutMs: passwordTimeoutMs,
})

export const resetAdminTotp = operation({
  subject: 'auth.reset-admin-totp',
  route: {
    method: 'POST',
    path: '/api/admin/admins/:id/reset-totp',
    access: owners,
    rate: 'command',
    summary: 'Turn the two-step login of an admin off who lost the phone; the sessions of the admin end',
  },
  input: AdminId,
  output: ChangedAdmin,
  errors: ownerErrors,
})

export const listAdminSessions = operation({
  subject: 'auth.list-admin-sessions',
  route: {
    method: 'GET',
    path: '/api/admin/admins/:id/sessions',
    access: owners,
    rate: 'read',
    summary: 'Live sessions of an admin, those used last first',
  },
  input: AdminId,
  output: z.object({ sessions: z.array(AdminSessionRow) }),
  errors: ['not_found'],
})

export const endAdminSessions = operation({
  subject: 'auth.end-admin-sessions',
  route: {
    method: 'POST',
    path: '/api/admin/admins/:id/end-sessions',
    access: owners,
    rate: 'command',
    summary: 'End one session of an admin, or all',
  },
  input: AdminId.extend(WhichSession.shape),
  output: ChangedAdmin,
  errors: ownerErrors,
})

/** For so long an admin counts as the same person as its maker. */
export const madeWithinMs = 24 * 60 * 60_000

/**
 * What auth knows of admins who decide together. `madeBy` has the makers of the admin within `madeWithinMs`, and their
 * makers. A maker has added the admin, renewed its password, turned its two-step login off or enabled it. The operator
 * of the machine is no maker.
 */
export const AdminStanding = z.object({
  _id: Id,
  role: openEnum(adminRoles),
  isEnabled: z.boolean(),
  madeBy: z.array(Id),
  /** When the admin has no maker any more. The previous release does not send the time. */
  madeUntil: IsoTime.nullish(),
})
export type AdminStanding = z.output<typeof AdminStanding>

/** The standing of two admins. An unknown id has no standing. */
export const readAdminStanding = operation({
  subject: 'auth.read-admin-standing',
  callers: ['payments', 'wallet'],
  input: z.object({ ids: z.array(Id).max(2) }),
  output: z.object({ admins: z.array(AdminStanding) }),
  errors: [],
})
