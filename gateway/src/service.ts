import { defineService } from '@kismet/service-kit/define-service'
import type { Kit, Service } from '@kismet/service-kit/define-service'
import { clientAddresses } from './client-address.ts'
import { gatewayEnv } from './config.ts'
import type { GatewayConfig } from './config.ts'
import { Connections } from './connections.ts'
import type { GatewayContext } from './context.ts'
import { Maintenance } from '@kismet/service-kit/maintenance'
import { openPublicServer } from './public-server.ts'
import { Rates } from './rates.ts'
import { readiness } from './readiness.ts'
import { Presence } from './realtime/presence.ts'
import { openRedis } from './redis.ts'
import { operations } from './rpc/index.ts'
import { Sessions } from './sessions.ts'
import { Telemetry } from './telemetry.ts'

async function open(config: GatewayConfig, kit: Kit): Promise<GatewayContext> {
  const redis = await openRedis(config.REDIS_URL, kit.log)
  const telemetry = new Telemetry(kit.registry)
  const { bus, clock, log } = kit
  return {
    ...kit,
    config,
    redis,
    telemetry,
    maintenance: new Maintenance(bus),
    sessions: new Sessions({ redis: redis.commands, bus, clock, log, telemetry }),
    rates: new Rates(redis.commands, config.RATE_LIMIT_FACTOR, telemetry),
    connections: new Connections(clock, config.RATE_LIMIT_FACTOR),
    presence: new Presence(redis.commands, clock, kit.randomness.bytes(8).toString('hex')),
    clients: clientAddresses(config.TRUSTED_PROXIES),
    origins: new Set([...config.WEB_ORIGIN, ...config.ADMIN_ORIGIN]),
    checkParts: readiness(bus, redis, clock),
  }
}

/** The gateway: the same life as every service, with a front that faces the world. */
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
  close: ({ redis }) => {
    for (const connection of [redis.commands, redis.subscriber]) connection.disconnect()
    return Promise.resolve()
  },
})
