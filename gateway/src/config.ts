import { baseEnv, operatorEnv, port, redisUrl, requireOperator, secret } from '@kismet/service-kit/env'
import proxyAddr from 'proxy-addr'
import { z } from 'zod'

const commaSeparated = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

const httpUrl = z.url({ protocol: /^https?$/ })

/** Where the replicas of a service are: each at an address of its own, or all behind one name. */
const replicaUrls = commaSeparated.pipe(z.array(httpUrl).min(1).max(64))

/** One or more origins, such as `https://play.example`; no path, no trailing slash. */
const origins = commaSeparated.pipe(
  z
    .array(httpUrl.refine((text) => URL.parse(text)?.origin === text, { error: 'an origin has no path' }))
    .min(1)
    .max(20),
)

function areNetworks(list: string[]): boolean {
  try {
    proxyAddr.compile(list)
    return true
  } catch {
    return false
  }
}

const networks = commaSeparated
  .refine(areNetworks, { error: 'a list of addresses, networks, loopback, linklocal or uniquelocal' })
  .default([])

/** What the gateway reads. */
export const gatewayEnv = baseEnv
  .extend({
    PORT: port.describe('The port for the apps of players and admins; 0 takes a free port.'),
    METRICS_HOST: z.string().default('127.0.0.1').describe('The listen address of /metrics. Keep it private.'),
    METRICS_PORT: port.describe('The port of /metrics, /health and /ready; 0 takes a free port.'),
    REDIS_URL: redisUrl,
    PAYMENTS_URL: replicaUrls.describe(
      'The URL of payments, for uploads and images. Several replicas: one name for all, or a list with commas.',
    ),
    ANALYTICS_URL: replicaUrls.describe(
      'The URL of analytics, for downloads of statements. Several replicas: one name for all, or a list with commas.',
    ),
    PAYMENTS_STREAM_KEY: secret('The STREAM_KEY of payments.'),
    ANALYTICS_STREAM_KEY: secret('The STREAM_KEY of analytics.'),
    WEB_ORIGIN: origins.describe("Origins of the players' app, separated by commas."),
    ADMIN_ORIGIN: origins.describe('Origins of the back office, separated by commas.'),
    TRUSTED_PROXIES: networks.describe(
      'Proxies whose X-Forwarded-For the gateway trusts: addresses, networks, `loopback`, `linklocal` or `uniquelocal`, with commas.',
    ),
    ONLY_FROM: networks.describe(
      'Addresses and networks of the proxies. The gateway closes connections from elsewhere, except from its own machine. Empty: it accepts all.',
    ),
    ...operatorEnv,
    RATE_LIMIT_FACTOR: z.coerce
      .number()
      .positive()
      .max(100_000)
      .default(1)
      .describe('Multiplies all rate limits, for load tests from one machine. It must be 1 if CASINO_MODE is real.'),
  })
  .superRefine((env, context) => {
    requireOperator(env, context)
    const message = 'is for tests and is refused when CASINO_MODE=real'
    if (env.CASINO_MODE === 'real' && env.RATE_LIMIT_FACTOR !== 1)
      context.addIssue({ code: 'custom', path: ['RATE_LIMIT_FACTOR'], message })
  })
export type GatewayConfig = z.output<typeof gatewayEnv>
