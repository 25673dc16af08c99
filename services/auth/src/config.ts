import { adminRoles, CasinoMode, limits } from '@kismet/contracts'
import { baseEnv, readEnv } from '@kismet/service-kit/env'
import type { Env } from '@kismet/service-kit/env'
import { z } from 'zod'

/** A variable that is set to nothing counts as not set. */
const text = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === '' ? undefined : value.trim()))

const secret = z.string().min(32, { error: 'must have 32 characters or more' })
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres URL' })

const adminPassword = text.pipe(
  z
    .string()
    .min(limits.password.minLength, { error: `must have ${limits.password.minLength} characters or more` })
    .max(limits.password.maxLength, { error: `must have at most ${limits.password.maxLength} characters` })
    .optional(),
)
const adminUsername = text.pipe(z.string().max(64).optional())

export const authEnv = baseEnv
  .extend({
    DATABASE_URL: postgresUrl,
    DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(100).default(10),
    REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis URL' }),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp URL' }),
    /** The sender of mails: `Kismet <no-reply@example.in>` or an address alone. */
    MAIL_FROM: z.string().min(3),
    /** Seals the signing keys and keys the codes. When it is lost, rotate-keys makes a new signing key. */
    AUTH_SECRET: secret,
    WEB_ORIGIN: text.pipe(z.url({ protocol: /^https?$/, error: 'must be an http URL' }).optional()),
    CASINO_MODE: CasinoMode.default('play'),
    OPERATOR_NAME: text,
    OPERATOR_LICENCE: text,
    SUPPORT_WHATSAPP: text,
    SUPPORT_EMAIL: text,
    /** The version of /terms and /privacy that a sign-up accepts. */
    TERMS_VERSION: text.pipe(z.string().max(64).default('1')),
    /** The first admin, made when there is none. */
    ADMIN_USERNAME: adminUsername,
    ADMIN_PASSWORD: adminPassword,
  })
  .superRefine((env, context) => {
    const needed = { OPERATOR_NAME: env.OPERATOR_NAME, OPERATOR_LICENCE: env.OPERATOR_LICENCE }
    for (const [name, value] of Object.entries(needed)) {
      if (env.CASINO_MODE === 'real' && value === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'CASINO_MODE=real needs it' })
    }
    if ((env.ADMIN_USERNAME === undefined) !== (env.ADMIN_PASSWORD === undefined))
      context.addIssue({ code: 'custom', path: ['ADMIN_USERNAME'], message: 'is needed together with ADMIN_PASSWORD' })
  })

export type AuthConfig = Readonly<z.output<typeof authEnv>>

const commandEnv = z.object({ DATABASE_URL: postgresUrl, AUTH_SECRET: secret })
const createAdminEnv = z.object({
  DATABASE_URL: postgresUrl,
  ADMIN_USERNAME: adminUsername,
  ADMIN_PASSWORD: adminPassword,
  ADMIN_ROLE: text.pipe(z.enum(adminRoles).optional()),
})

/** The environment of `rotate-keys`. @throws Error that names what is missing or wrong. */
export function rotateKeysConfig(env: Env = process.env): Readonly<z.output<typeof commandEnv>> {
  return readEnv(commandEnv, env)
}

/** The environment of `create-admin`; what is not set there is asked for. @throws Error that names what is missing or wrong. */
export function createAdminConfig(env: Env = process.env): Readonly<z.output<typeof createAdminEnv>> {
  return readEnv(createAdminEnv, env)
}
