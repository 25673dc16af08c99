import { defineService } from '@kismet/service-kit/define-service'
import type { Kit, Service } from '@kismet/service-kit/define-service'
import { Maintenance } from '@kismet/service-kit/maintenance'
import { openForCommands } from '@kismet/service-kit/redis'
import { clientAddresses } from './client-address.ts'
import { gatewayEnv } from './config.ts'
import type { GatewayConfig } from './config.ts'
import type { GatewayContext } from './context.ts'
import { openPublicServer } from './public-server.ts'
import { Rates } from './rates.ts'
import { readiness, readyParts } from './readiness.ts'
import { Presence } from './realtime/presence.ts'
import { RoundClock } from './realtime/round-clock.ts'
import { operations } from './rpc/index.ts'
import { ServiceTimes } from './service-times.ts'
import { Sessions } from './sessions.ts'
import { Telemetry, watchParts } from './telemetry.ts'

const commandTimeoutMs = 500

async function open(config: GatewayConfig, kit: Kit): Promise<GatewayContext> {
  const { bus, clock, log } = kit
  const telemetry = new Telemetry(kit.registry)
  watchParts(kit.registry, () => readyParts(bus))
  const redis = await openForCommands(config.REDIS_URL, log, 'commands', commandTimeoutMs)
  return {
    ...kit,
    config,
    redis,
    telemetry,
    serviceTimes: new ServiceTimes(clock),
    maintenance: new Maintenance(bus),
    sessions: new Sessions({ redis, bus, clock, log }),
    rates: new Rates(redis, config.RATE_LIMIT_FACTOR),
    presence: new Presence(redis, clock),
    roundClock: new RoundClock(clock),
    clients: clientAddresses(config.TRUSTED_PROXIES),
    origins: new Set([...config.WEB_ORIGIN, ...config.ADMIN_ORIGIN]),
    checkParts: readiness(bus, redis, clock),
  }
}

/** The gateway: a service with a public front. */
export const gateway: Service<GatewayContext> = defineService({
  name: 'gateway',
  env: gatewayEnv,
  open,
  operations,
  front: {
    internalAt: (config) => ({ host: config.METRICS_HOST, port: config.METRICS_PORT }),
    open: openPublicServer,
  },
  ready: (context) => context.checkParts(),
  close: ({ redis }) => redis.disconnect(),
})
