import { z } from 'zod'
import { AdminCredentials, TotpCode } from './admin-credentials.ts'
import { AdminSessionRow, ChangedAdmin, WhichSession } from './admins.ts'
import { adminRoles, operation } from './operation.ts'
import { enterPassword, givenPassword, newPassword, passwordTimeoutMs } from './passwords.ts'
import { Done, NoInput } from './primitives.ts'

const everyAdmin = { admin: adminRoles } as const

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
  output: ChangedAdmin.extend({ sessions: z.array(AdminSessionRow) }),
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
  output: ChangedAdmin,
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
  output: ChangedAdmin,
  errors: ['wrong_password', 'settings_changed', 'forbidden'],
  timeoutMs: passwordTimeoutMs,
})
