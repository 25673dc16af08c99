import { z } from 'zod'
import { givenPassword } from './passwords.ts'
import { plainText } from './plain-text.ts'

const typeTheCode = 'Type the 6 digits that your app shows, or a recovery code.'

/** A code of an authenticator app (6 digits) or a recovery code (8 letters and digits), with or without spaces and hyphens. */
export const TotpCode = z
  .string({ error: typeTheCode })
  .max(32, { error: typeTheCode })
  .overwrite((typed) => plainText(typed).replaceAll(/[ -]/g, '').toUpperCase())
  .regex(/^(?:\d{6}|[2-9A-HJ-NP-Z]{8})$/, { error: typeTheCode })

const enterBoth = 'Please enter your username and password.'

/** What an admin logs in with first. */
export const AdminCredentials = z.object({
  username: z.string({ error: enterBoth }).trim().min(1, { error: enterBoth }).max(64).meta({ pattern: '\\S' }),
  password: givenPassword(enterBoth),
})
