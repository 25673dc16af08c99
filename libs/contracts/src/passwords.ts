import { z } from 'zod'
import { limits } from './limits.ts'

/** A password that somebody chooses for an account. `missing` is the text for an empty field. */
export const newPassword = (missing: string): z.ZodString =>
  z
    .string({ error: missing })
    .min(1, { error: missing, abort: true })
    .min(limits.password.minLength, { error: 'Password must be at least 8 characters.' })
    .max(limits.password.maxLength, { error: 'Password must be at most 128 characters.' })

/** The password of an account, as somebody types it to show who they are. `missing` is the text for an empty field. */
export const givenPassword = (missing: string): z.ZodString =>
  z.string({ error: missing }).min(1, { error: missing }).max(1024, { error: 'Wrong email or password.' })

/** Passwords are hashed a few at a time, so a caller may have to wait. */
export const passwordTimeoutMs = 10_000

export const enterPassword = 'Please enter your password.'
