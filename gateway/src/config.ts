import { CasinoMode } from '@kismet/contracts'
import { baseEnv } from '@kismet/service-kit/env'
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
    REDIS_URL: z.url({ protocol: /^rediss?$/ }),
    PAYMENTS_URL: httpUrl,
    WEB_ORIGIN: origins,
    ADMIN_ORIGIN: origins,
    /** Addresses or networks whose X-Forwarded-For is believed (also `loopback`, `linklocal`, `uniquelocal`); none by default. */
    TRUSTED_PROXIES: commaSeparated
      .refine(isProxyList, { error: 'a list of addresses, networks, loopback, linklocal or uniquelocal' })
      .default([]),
    CASINO_MODE: CasinoMode.default('play'),
    OPERATOR_NAME: z.string().min(1).optional(),
    OPERATOR_LICENCE: z.string().min(1).optional(),
    /** Multiplies all request rates, for load and acceptance tests from one machine. */
    RATE_LIMIT_FACTOR: z.coerce.number().positive().max(100_000).default(1),
  })
  .superRefine((env, context) => {
    const need = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (env.CASINO_MODE === 'play') return
    if (env.RATE_LIMIT_FACTOR !== 1) need('RATE_LIMIT_FACTOR', 'is for tests and is refused when CASINO_MODE=real')
    if (env.OPERATOR_NAME === undefined) need('OPERATOR_NAME', 'CASINO_MODE=real needs it')
    if (env.OPERATOR_LICENCE === undefined) need('OPERATOR_LICENCE', 'CASINO_MODE=real needs it')
  })
export type GatewayConfig = z.output<typeof gatewayEnv>
