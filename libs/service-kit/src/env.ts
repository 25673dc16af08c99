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

/** Reads the environment once, checked and frozen. @throws Error that names each variable which is missing or wrong. */
export function readEnv<S extends z.ZodType>(schema: S, env: Env): Readonly<z.output<S>> {
  const result = schema.safeParse(env)
  if (result.success) return Object.freeze(result.data)
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment is not complete:\n${faults.join('\n')}`)
}
