import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { limits } from '@kismet/contracts'
import type { Front, ReadinessChecks } from '@kismet/service-kit/define-service'
import { closeServer, listenOn } from '@kismet/service-kit/http-app'
import { takenFrom } from './client-address.ts'
import type { GatewayContext } from './context.ts'
import { createPublicApp } from './http/app.ts'
import { openSocketServer } from './realtime/socket-server.ts'

const headersWithinMs = 15_000
/** Longer than a form may take. A JSON body has a shorter time of its own. */
const requestWithinMs = limits.body.formWithinMs
/** Longer than the proxies in front keep a connection that is idle, so that it is they who close it. */
const keepAliveMs = 75_000
/** A connection without traffic in both directions is closed after this time. */
const silentForMs = 90_000
const lookForSlowOnesEveryMs = 1_000
const maxConnections = 10_000
const drainWithinMs = 8_000
const tellOfClosedEveryMs = 60_000

/**
 * Closes connections that do not come from the proxies. A service that an intruder has taken over could otherwise act
 * here with the tokens that it has seen.
 */
function receive({ config, log }: GatewayContext, server: Server): void {
  const isTaken = takenFrom(config.ONLY_FROM)
  let toldAtMs = Number.NEGATIVE_INFINITY
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (isTaken(address)) return
    socket.destroy()
    if (performance.now() - toldAtMs < tellOfClosedEveryMs) return
    toldAtMs = performance.now()
    const event = { event: 'connection.not-from', address }
    log.warn(event, 'a connection was closed: ONLY_FROM does not name its address')
  })
}

/** Listens to the world: REST and Socket.IO on one port. */
export async function openPublicServer(
  ctx: GatewayContext,
  ready: ReadinessChecks,
  isLeaving: () => boolean,
): Promise<Front> {
  const factor = ctx.config.RATE_LIMIT_FACTOR
  const server = createServer(
    {
      headersTimeout: Math.min(headersWithinMs * factor, requestWithinMs),
      requestTimeout: requestWithinMs,
      connectionsCheckingInterval: lookForSlowOnesEveryMs,
      keepAliveTimeout: keepAliveMs,
    },
    createPublicApp(ctx, ready, isLeaving),
  )
  server.timeout = Math.min(silentForMs * factor, requestWithinMs)
  server.maxConnections = maxConnections
  receive(ctx, server)
  ctx.sessions.watch()
  await ctx.bus.flush()
  const port = await listenOn(server, ctx.config.HOST, ctx.config.PORT)
  const maintenance = ctx.maintenance.watch(ctx.log)
  const sockets = openSocketServer(ctx, server)
  return {
    port,
    async drain() {
      const closed = closeServer(server, drainWithinMs, ctx.streamPools)
      await Promise.all([sockets.close(), maintenance.stop()])
      await closed
    },
  }
}
