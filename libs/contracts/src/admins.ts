import { z } from 'zod'
import { AdminCredentials, TotpCode } from './admin-credentials.ts'
import { accountReaders, adminRoles, operation } from './operation.ts'
import { givenPassword, newPassword, passwordTimeoutMs } from './passwords.ts'
import { Done, Id, IsoTime, NoInput } from './primitives.ts'

/** Two-step login (RFC 6238, HMAC-SHA-1): a code counts in its own period, the one before and the one after. `setUpMs`: for so long a new secret waits for its first code. */
export const totpRules = {
  digits: 6,
  periodMs: 30_000,
  window: 1,
  secretBytes: 20,
  recoveryCodes: 10,
  setUpMs: 15 * 60_000,
} as const

/** Who acts in the audit log without an account: the operator of the machine, and whoever is not signed in. No admin has such a name. */
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
const enterPassword = 'Please enter your password.'

/** Whose account: an id that is nobody's is not found. */
const AdminId = z.object({ id: z.string().max(64) })
/** Without an id: all of them. */
const WhichSession = z.object({ sessionId: z.string().max(64).optional() })

/** An account of the back office. */
export const AdminAccount = z.object({
  _id: Id,
  username: z.string(),
  role: Role,
  createdAt: IsoTime,
  /** The name of the owner who added it; null: the operator of the machine. */
  addedBy: z.string().nullable(),
  disabledAt: IsoTime.nullable(),
  /** The next login has to bring a password of its own. */
  mustChangePassword: z.boolean(),
  /** Since when logging in takes a second step; null: it takes none. */
  totpSince: IsoTime.nullable(),
  recoveryCodesLeft: z.int(),
  /** Last input in a session of the last 90 days. */
  lastSeenAt: IsoTime.nullable(),
  lastLoginAt: IsoTime.nullable(),
  /** How many live. */
  sessions: z.int(),
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
const everyAdmin = { admin: adminRoles } as const
const Changed = z.object({ admin: AdminAccount })
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

/** Whoever has none sets it up with the next login: their sessions end. `totp_set_up_required`: of an owner who has none. */
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
  output: Changed.extend({ password: z.string() }),
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
  output: Changed,
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
  output: Changed,
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
  output: Changed.extend({ password: z.string() }),
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
  output: Changed,
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
  output: Changed,
  errors: ownerErrors,
})

export const getOwnAdmin = operation({
  subject: 'auth.get-own-admin',
  route: {
    method: 'GET',
    path: '/api/admin/account',
    access: everyAdmin,
    rate: 'read',
    summary: 'Own account and its live sessions',
  },
  input: NoInput,
  output: Changed.extend({ sessions: z.array(AdminSessionRow) }),
  errors: [],
})

/** Without an id: all but the one that asks. */
export const endOwnSessions = operation({
  subject: 'auth.end-own-admin-sessions',
  route: {
    method: 'POST',
    path: '/api/admin/account/end-sessions',
    access: everyAdmin,
    rate: 'command',
    summary: 'End one of the own sessions, or all others',
  },
  input: WhichSession,
  output: Done.extend({ ended: z.int() }),
  errors: [],
})

export const changeAdminPassword = operation({
  subject: 'auth.change-admin-password',
  route: {
    method: 'POST',
    path: '/api/admin/account/password',
    access: everyAdmin,
    rate: 'command',
    device: 'admin',
    summary: 'Change the own password; every session ends, this one too',
  },
  input: z.object({ currentPassword: givenPassword(enterPassword), newPassword: newPassword(enterPassword) }),
  output: Done,
  errors: ['wrong_password'],
  timeoutMs: passwordTimeoutMs,
})

/** What an authenticator app is set up with, shown this once: it counts once a code of it has been confirmed. `secret` in base32; `uri` is what the QR code says. */
const NewTotp = z.object({ secret: z.string(), uri: z.string(), recoveryCodes: z.array(z.string()) })

export const beginTotp = operation({
  subject: 'auth.begin-totp',
  route: {
    method: 'POST',
    path: '/api/admin/account/totp',
    access: everyAdmin,
    rate: 'command',
    device: 'admin',
    summary: 'A new secret for two-step login, with its recovery codes, for the password',
  },
  input: z.object({ password: givenPassword(enterPassword) }),
  output: NewTotp,
  errors: ['wrong_password', 'settings_changed'],
  timeoutMs: passwordTimeoutMs,
})

/** For who may not log in without it: the login that follows brings the first code, and turns two-step login on. */
export const beginTotpAtLogin = operation({
  subject: 'auth.begin-totp-at-login',
  route: {
    method: 'POST',
    path: '/api/admin/login/totp',
    access: 'anyone',
    rate: 'sign-in',
    device: 'admin',
    summary: 'A new secret for the two-step login of an admin who may not log in without one',
  },
  input: AdminCredentials,
  output: NewTotp,
  errors: ['invalid_credentials', 'settings_changed'],
  timeoutMs: passwordTimeoutMs,
})

export const confirmTotp = operation({
  subject: 'auth.confirm-totp',
  route: {
    method: 'POST',
    path: '/api/admin/account/totp/confirm',
    access: everyAdmin,
    rate: 'command',
    summary: 'Turn two-step login on with a code of the new secret; other sessions end',
  },
  input: z.object({ code: TotpCode }),
  output: Changed,
  errors: ['invalid_code', 'settings_changed'],
})

export const turnOffTotp = operation({
  subject: 'auth.turn-off-totp',
  route: {
    method: 'POST',
    path: '/api/admin/account/totp/off',
    access: everyAdmin,
    rate: 'command',
    device: 'admin',
    summary: 'Turn two-step login off, with the password and a code',
  },
  input: z.object({ password: givenPassword(enterPassword), code: TotpCode }),
  output: Changed,
  errors: ['wrong_password', 'settings_changed', 'forbidden'],
  timeoutMs: passwordTimeoutMs,
})
