import { z } from 'zod'
import { AdminCredentials, TotpCode } from './admin-credentials.ts'
import { PlayerStanding } from './money.ts'
import { adminRoles, operation } from './operation.ts'
import { givenPassword, newPassword, passwordTimeoutMs } from './passwords.ts'
import { codeDigits, plainText } from './plain-text.ts'
import { Done, Id, IsoTime, NoInput, openEnum } from './primitives.ts'

const enterEmailAndPassword = 'Please enter your email and password.'
const enterEmailAndOtp = 'Please enter your email and OTP.'
const enterEmail = 'Please enter your email.'
const allFields = 'All fields are required.'

/** An e-mail address; compared without case, so it is lower-cased on the way in. `missing` is the spec's text for an empty field. */
const email = (missing: string) =>
  z
    .string({ error: missing })
    .overwrite(plainText)
    .min(1, { error: missing, abort: true })
    .max(254, { error: 'Please enter a valid email.', abort: true })
    .toLowerCase()
    .meta({ format: 'email' })
    .pipe(z.email({ error: 'Please enter a valid email.' }))

const otpForm = 'The OTP has 6 digits.'
const otp = (missing: string) =>
  z
    .string({ error: missing })
    .max(200, { error: otpForm, abort: true })
    .trim()
    .min(1, { error: missing, abort: true })
    .overwrite(codeDigits)
    .regex(/^\d{6}$/, { error: otpForm })

/** The sign-up of a code. Older clients do not send the id: then the newest sign-up of the e-mail applies. */
const signupId = Id.optional()

/** The languages of the player app and the mails. The first is the default. */
export const Language = z.enum(['en', 'hi'], { error: 'language must be en or hi.' })
export type Language = z.output<typeof Language>

export const User = z.object({
  _id: Id,
  email: z.string(),
  language: openEnum(Language.options),
  ...PlayerStanding.shape,
})
export const Session = z.object({ message: z.string(), user: User, token: z.string() })

export const signup = operation({
  subject: 'auth.signup',
  route: {
    method: 'POST',
    path: '/api/signup',
    access: 'anyone',
    rate: 'sign-in',
    summary: 'Sign up; a code is mailed',
  },
  input: z.object({
    email: email(enterEmailAndPassword),
    password: newPassword(enterEmailAndPassword),
    acceptTerms: z.boolean().optional(),
    language: Language.optional(),
  }),
  output: Done.extend({ signupId: Id }),
  errors: ['terms_required'],
  timeoutMs: passwordTimeoutMs,
})

export const verifyOtp = operation({
  subject: 'auth.verify-otp',
  route: {
    method: 'POST',
    path: '/api/verify-otp',
    access: 'anyone',
    rate: 'sign-in',
    device: 'player',
    summary: 'Verify the code of a sign-up',
  },
  input: z.object({ email: email(enterEmailAndOtp), otp: otp(enterEmailAndOtp), signupId }),
  output: Session,
  errors: ['invalid_code'],
})

export const OtpPurpose = z.enum(['signup', 'reset'])

export const resendOtp = operation({
  subject: 'auth.resend-otp',
  route: {
    method: 'POST',
    path: '/api/resend-otp',
    access: 'anyone',
    rate: 'sign-in',
    device: 'player',
    summary: 'Mail a new code',
  },
  input: z.object({ email: email(enterEmail), purpose: OtpPurpose.default('signup'), signupId }),
  output: Done,
  errors: [],
})

export const login = operation({
  subject: 'auth.login',
  route: {
    method: 'POST',
    path: '/api/login',
    access: 'anyone',
    rate: 'sign-in',
    device: 'player',
    summary: 'Log in',
  },
  input: z.object({ email: email(enterEmailAndPassword), password: givenPassword(enterEmailAndPassword) }),
  output: Session,
  errors: ['invalid_credentials', 'email_not_verified', 'account_closed', 'account_suspended'],
  timeoutMs: passwordTimeoutMs,
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

export const forgotPassword = operation({
  subject: 'auth.forgot-password',
  route: {
    method: 'POST',
    path: '/api/forgot-password',
    access: 'anyone',
    rate: 'sign-in',
    device: 'player',
    summary: 'Mail a code to reset the password',
  },
  input: z.object({ email: email(enterEmail) }),
  output: Done,
  errors: [],
})

export const resetPassword = operation({
  subject: 'auth.reset-password',
  route: {
    method: 'POST',
    path: '/api/reset-password',
    access: 'anyone',
    rate: 'sign-in',
    device: 'player',
    summary: 'Set a new password with a mailed code',
  },
  input: z
    .object({
      email: email(enterEmail),
      otp: otp(allFields),
      newPassword: newPassword(allFields),
      confirmPassword: z.string({ error: allFields }).min(1, { error: allFields }),
    })
    .refine((form) => form.newPassword === form.confirmPassword, {
      error: 'Passwords do not match.',
      path: ['confirmPassword'],
    }),
  output: Done,
  errors: ['invalid_code'],
  timeoutMs: passwordTimeoutMs,
})

/** What players are told of by mail. The words are auth's own, in the language of the account. */
export const NoticeKind = z.enum(['account_added', 'account_changed', 'account_deleted'])
export type NoticeKind = z.output<typeof NoticeKind>

/** After this time a notice is too old to be useful. */
export const noticeUsefulForMs = 24 * 60 * 60_000

/**
 * Mails a notice to the player's own address. `lastDigits` are the last digits of the bank account. After the
 * answer auth has stored the mail, once for each `noticeId`. A player without an account gets no mail, and the
 * answer is the same.
 */
export const mailNotice = operation({
  subject: 'auth.mail-notice',
  callers: ['payments'],
  input: z.object({
    noticeId: Id,
    playerId: Id,
    notice: NoticeKind,
    lastDigits: z.string().regex(/^\d{4}$/),
  }),
  output: z.object({}),
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
