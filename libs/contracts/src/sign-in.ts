import { z } from 'zod'
import { Language, User } from './auth.ts'
import { mailedCode } from './mailed-code.ts'
import { operation } from './operation.ts'
import { givenPassword, newPassword, passwordTimeoutMs } from './passwords.ts'
import { plainText } from './plain-text.ts'
import { Done, Id } from './primitives.ts'

// Beside auth.ts, because the player app loads a module of the contracts as a whole and only its login page sends these calls.

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

/** The sign-up of a code. Older clients do not send the id: then the newest sign-up of the e-mail applies. */
const signupId = Id.optional()

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
  input: z.object({ email: email(enterEmailAndOtp), otp: mailedCode(enterEmailAndOtp), signupId }),
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
      otp: mailedCode(allFields),
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
