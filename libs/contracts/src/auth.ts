import { z } from 'zod'
import { AdminCredentials, TotpCode } from './admin-credentials.ts'
import { PlayerStanding } from './money.ts'
import { adminRoles, operation } from './operation.ts'
import { newPassword, passwordTimeoutMs } from './passwords.ts'
import { Done, Id, IsoTime, NoInput, openEnum } from './primitives.ts'

/** The languages of the player app and the mails. The first is the default. */
export const Language = z.enum(['en', 'hi'], { error: 'language must be en or hi.' })
export type Language = z.output<typeof Language>

export const User = z.object({
  _id: Id,
  email: z.string(),
  language: openEnum(Language.options),
  ...PlayerStanding.shape,
})
export const logout = operation({
  subject: 'auth.logout',
  route: {
    method: 'POST',
    path: '/api/logout',
    access: 'player',
    rate: 'command',
    passive: true,
    summary: 'End this session',
  },
  input: NoInput,
  output: Done,
  errors: [],
})

/** The language of the account, for its mails, and for the app on a device without a chosen language. */
export const setLanguage = operation({
  subject: 'auth.set-language',
  route: {
    method: 'PUT',
    path: '/api/user/language',
    access: 'player',
    rate: 'command',
    summary: 'Choose the language of the account',
  },
  input: z.object({ language: Language }),
  output: z.object({ language: openEnum(Language.options) }),
  errors: [],
})

/** A sign of a person at the device, sent at most once a minute: keeps the session from ending after 60 minutes. */
export const activity = operation({
  subject: 'auth.activity',
  route: {
    method: 'POST',
    path: '/api/activity',
    access: 'player',
    rate: 'command',
    summary: 'Report input of the player',
  },
  input: NoInput,
  output: z.object({ sessionEndsAt: IsoTime }),
  errors: [],
})

/** Who is logged in to the back office. */
export const SignedInAdmin = z.object({ _id: Id, username: z.string(), role: openEnum(adminRoles) })

export const adminLogin = operation({
  subject: 'auth.admin-login',
  route: {
    method: 'POST',
    path: '/api/admin/login',
    access: 'anyone',
    rate: 'sign-in',
    device: 'admin',
    summary: 'Log in as an admin',
  },
  input: AdminCredentials.extend({
    totp: TotpCode.optional(),
    /** Of a password that somebody else has given: one of the admin's own in its place. */
    newPassword: newPassword('Please choose a password of your own.').optional(),
  }),
  output: z.object({ token: z.string(), admin: SignedInAdmin, message: z.string() }),
  errors: ['invalid_credentials', 'totp_required', 'totp_set_up_required', 'new_password_required'],
  timeoutMs: passwordTimeoutMs,
})

export const adminLogout = operation({
  subject: 'auth.admin-logout',
  route: {
    method: 'POST',
    path: '/api/admin/logout',
    access: { admin: adminRoles },
    rate: 'command',
    passive: true,
    summary: 'End this admin session',
  },
  input: NoInput,
  output: Done,
  errors: [],
})

/** The same sign of an admin: reading a queue for an hour is work too, though it sends no command. */
export const adminActivity = operation({
  subject: 'auth.admin-activity',
  route: {
    method: 'POST',
    path: '/api/admin/activity',
    access: { admin: adminRoles },
    rate: 'command',
    summary: 'Report input of the admin',
  },
  input: NoInput,
  output: z.object({ sessionEndsAt: IsoTime }),
  errors: [],
})
