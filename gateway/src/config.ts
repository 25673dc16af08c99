import { baseEnv, operatorEnv, redisUrl, requireOperator, secret } from '@kismet/service-kit/env'
import proxyAddr from 'proxy-addr'
import { z } from 'zod'

const commaSeparated = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

const httpUrl = z.url({ protocol: /^https?$/ })

/** One or more origins, such as `https://play.example`; no path, no trailing slash. */
const origins = commaSeparated.pipe(
  z
    .array(httpUrl.refine((text) => URL.parse(text)?.origin === text, { error: 'an origin has no path' }))
    .min(1)
    .max(20),
)

function isProxyList(list: string[]): boolean {
  try {
    proxyAddr.compile(list)
    return true
  } catch {
    return false
  }
}

/** What the gateway reads. `HOST` and `PORT` face the world; /metrics is at `METRICS_HOST` and `METRICS_PORT`. */
export const gatewayEnv = baseEnv
  .extend({
    METRICS_HOST: z.string().default('127.0.0.1'),
    METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
    REDIS_URL: redisUrl,
    PAYMENTS_URL: httpUrl,
    ANALYTICS_URL: httpUrl,
    /** The STREAM_KEY of each. */
    PAYMENTS_STREAM_KEY: secret,
    ANALYTICS_STREAM_KEY: secret,
    WEB_ORIGIN: origins,
    ADMIN_ORIGIN: origins,
    /** Addresses or networks whose X-Forwarded-For is believed (also `loopback`, `linklocal`, `uniquelocal`); none by default. */
    TRUSTED_PROXIES: commaSeparated
      .refine(isProxyList, { error: 'a list of addresses, networks, loopback, linklocal or uniquelocal' })
      .default([]),
    ...operatorEnv,
    /** Multiplies all request rates, for load and acceptance tests from one machine. */
    RATE_LIMIT_FACTOR: z.coerce.number().positive().max(100_000).default(1),
  })
  .superRefine((env, context) => {
    requireOperator(env, context)
    const message = 'is for tests and is refused when CASINO_MODE=real'
    if (env.CASINO_MODE === 'real' && env.RATE_LIMIT_FACTOR !== 1)
      context.addIssue({ code: 'custom', path: ['RATE_LIMIT_FACTOR'], message })
  })
export type GatewayConfig = z.output<typeof gatewayEnv>
