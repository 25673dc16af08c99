import { readFileSync } from 'node:fs'
import { CasinoMode } from '@kismet/contracts'
import { z } from 'zod'

export type Env = Readonly<Record<string, string | undefined>>

declare module 'zod' {
  interface GlobalMeta {
    /** Whether a variable is no one else's to know: it belongs in a file (`NAME_FILE`). What it is for is its description: `make generate` writes both into docs/reference/configuration.md. */
    secret?: boolean
    /** Whether it must be set wherever a service runs in a container, though not elsewhere. */
    inContainers?: boolean
  }
}

/** A variable whose value only its reader may know, with what it is for. */
export const secretly = <S extends z.ZodType>(schema: S, description: string): S =>
  schema.meta({ description, secret: true })

export const port = z.coerce.number().int().min(0).max(65_535).default(0)

/** The environment of a server that is not on NATS and has no secrets. */
export const serverEnv = z.object({
  HOST: z.string().default('127.0.0.1').describe('The listen address.'),
  PORT: port.describe('The port of /health, /ready, /metrics, uploads and downloads; 0 takes a free port.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('The lowest level that is logged: trace, debug, info, warn, error or silent.'),
})

/** What every service reads. */
export const baseEnv = serverEnv.extend({
  NATS_URL: secretly(z.url(), 'NATS, with the user of this service.'),
  DRAIN_DELAY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .describe(
      'How long, in ms, a service still accepts HTTP requests after SIGTERM, while /ready answers 503. Proxies stop using it in that time.',
    ),
})
export type BaseConfig = Readonly<z.output<typeof baseEnv>>

export const postgresUrl = secretly(
  z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres URL' }),
  'PostgreSQL, with the role of this service.',
)
/** A list of several hosts is no URL to `URL`. */
const mongoUrl = z.string().regex(/^mongodb(\+srv)?:\/\/[^/?]+/, { error: 'must be a mongodb URL' })
export const redisUrl = secretly(
  z.url({ protocol: /^rediss?$/, error: 'must be a redis URL' }),
  'Redis, for sessions, rate limits, presence and events between gateways.',
)
/** What something is sealed or keyed with. */
export const longKey = z.string().min(32, { error: 'must have 32 characters or more' })
export const secret = (description: string): z.ZodString => secretly(longKey, description)

/** What a service with a database reads. */
export const databaseEnv = baseEnv.extend({ DATABASE_URL: postgresUrl })

/** What a service on MongoDB reads. */
export const documentsEnv = baseEnv.extend({
  MONGODB_URL: secretly(mongoUrl, 'MongoDB, with the user of this service.'),
})

/** What a service with streams reads beside. */
export const streamEnv = {
  STREAM_KEY: secret('Authenticates the gateway for uploads and downloads.'),
}

/** An empty variable counts as not set. */
export const text = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === '' ? undefined : value.trim()))

export const casinoMode = CasinoMode.default('play').describe('Play money (play) or real money (real).')

/** The mode of the casino and the name of its operator. */
export const operatorEnv = {
  CASINO_MODE: casinoMode,
  OPERATOR_NAME: text.describe('The operator that players see. Required if CASINO_MODE is real.'),
  OPERATOR_LICENCE: text.describe('The licence that players see. Required if CASINO_MODE is real.'),
}

/** Real money is for an operator with a licence alone. */
export function requireOperator(env: z.output<z.ZodObject<typeof operatorEnv>>, issues: z.RefinementCtx): void {
  for (const name of ['OPERATOR_NAME', 'OPERATOR_LICENCE'] as const)
    if (env.CASINO_MODE === 'real' && env[name] === undefined)
      issues.addIssue({ code: 'custom', path: [name], message: 'CASINO_MODE=real needs it' })
}

/** Reads a file of text by its path. @throws Error when it cannot */
export type ReadFile = (path: string) => string

/** The content of the files that `NAME_FILE` names, as `NAME`: so are secrets given that no environment shows. */
function withFiles(names: readonly string[], env: Env, read: ReadFile): Env {
  const contents = names.flatMap((name): [string, string][] => {
    const path = env[`${name}_FILE`]
    if (path === undefined || path === '') return []
    if (env[name] !== undefined && env[name] !== '') throw new Error(`${name} and ${name}_FILE are both set.`)
    return [[name, read(path).trimEnd()]]
  })
  return { ...env, ...Object.fromEntries(contents) }
}

/**
 * Reads the environment once, checked and frozen: each variable from `NAME`, or from the file that `NAME_FILE` names.
 * @throws Error that names each variable which is missing or wrong, or the file that cannot be read
 */
export function readEnv<S extends z.ZodObject>(
  schema: S,
  env: Env,
  read: ReadFile = (path) => readFileSync(path, 'utf8'),
): Readonly<z.output<S>> {
  const result = schema.safeParse(withFiles(Object.keys(schema.shape), env, read))
  if (result.success) return Object.freeze(result.data)
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment is incomplete:\n${faults.join('\n')}`)
}
