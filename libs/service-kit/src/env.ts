import { CasinoMode } from '@kismet/contracts'
import { z } from 'zod'

export type Env = Readonly<Record<string, string | undefined>>

/** What every service reads. `HOST` is where /health, /ready and /metrics listen; port 0 takes a free one. */
export const baseEnv = z.object({
  NATS_URL: z.url(),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})
export type BaseConfig = Readonly<z.output<typeof baseEnv>>

export const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres URL' })
/** A list of several hosts is no URL to `URL`. */
export const mongoUrl = z.string().regex(/^mongodb(\+srv)?:\/\/[^/?]+/, { error: 'must be a mongodb URL' })
export const redisUrl = z.url({ protocol: /^rediss?$/, error: 'must be a redis URL' })
/** What something is sealed or keyed with. */
export const secret = z.string().min(32, { error: 'must have 32 characters or more' })

/** What a service with a database reads: the connection of its role, whose schema has its name. */
export const databaseEnv = baseEnv.extend({ DATABASE_URL: postgresUrl })

/** What a service on MongoDB reads: a server, and the database that its own is named after. */
export const documentsEnv = baseEnv.extend({ MONGODB_URL: mongoUrl })

/** What a service with streams reads beside: by it the gateway is known, from which alone it takes them. No other service has it. */
export const streamEnv = { STREAM_KEY: secret }

/** A variable that is set to nothing counts as not set. */
export const text = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === '' ? undefined : value.trim()))

/** What whoever must know it reads of the mode in which the casino runs. */
export const operatorEnv = { CASINO_MODE: CasinoMode.default('play'), OPERATOR_NAME: text, OPERATOR_LICENCE: text }

/** Real money is for an operator with a licence alone. */
export function requireOperator(env: z.output<z.ZodObject<typeof operatorEnv>>, issues: z.RefinementCtx): void {
  for (const name of ['OPERATOR_NAME', 'OPERATOR_LICENCE'] as const)
    if (env.CASINO_MODE === 'real' && env[name] === undefined)
      issues.addIssue({ code: 'custom', path: [name], message: 'CASINO_MODE=real needs it' })
}

/** Reads the environment once, checked and frozen. @throws Error that names each variable which is missing or wrong. */
export function readEnv<S extends z.ZodType>(schema: S, env: Env): Readonly<z.output<S>> {
  const result = schema.safeParse(env)
  if (result.success) return Object.freeze(result.data)
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment is not complete:\n${faults.join('\n')}`)
}
