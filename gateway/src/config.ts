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
    PORT: port.describe('The port that faces the world; 0 takes a free one.'),
    METRICS_HOST: z.string().default('127.0.0.1').describe('The address of /metrics, which is not for the world.'),
    METRICS_PORT: port.describe('The port of /metrics, /health and /ready.'),
    REDIS_URL: redisUrl,
    PAYMENTS_URL: replicaUrls.describe(
      'The streams of payments (proofs, QR images, statements of a bank): one name for all of its processes, or each, separated by commas.',
    ),
    ANALYTICS_URL: replicaUrls.describe('The streams of analytics (statements to download), in the same way.'),
    PAYMENTS_STREAM_KEY: secret('The STREAM_KEY of payments.'),
    ANALYTICS_STREAM_KEY: secret('The STREAM_KEY of analytics.'),
    WEB_ORIGIN: origins.describe("Origins of the players' app, separated by commas."),
    ADMIN_ORIGIN: origins.describe('Origins of the back office, separated by commas.'),
    TRUSTED_PROXIES: networks.describe(
      'Addresses or networks whose X-Forwarded-For is believed (also `loopback`, `linklocal`, `uniquelocal`); none by default.',
    ),
    ONLY_FROM: networks.describe(
      'Addresses or networks from which connections are taken, beside the machine itself: where the proxies are, and nobody else. From everywhere by default.',
    ),
    ...operatorEnv,
    RATE_LIMIT_FACTOR: z.coerce
      .number()
      .positive()
      .max(100_000)
      .default(1)
      .describe(
        'Multiplies all request rates, for load and acceptance tests from one machine. Refused when real money is played for.',
      ),
  })
  .superRefine((env, context) => {
    requireOperator(env, context)
    const message = 'is for tests and is refused when CASINO_MODE=real'
    if (env.CASINO_MODE === 'real' && env.RATE_LIMIT_FACTOR !== 1)
      context.addIssue({ code: 'custom', path: ['RATE_LIMIT_FACTOR'], message })
  })
export type GatewayConfig = z.output<typeof gatewayEnv>
