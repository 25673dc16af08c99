import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { limits } from '@kismet/contracts'
import { breakOff } from '@kismet/service-kit/break-off'
import type { Front, ReadinessChecks } from '@kismet/service-kit/define-service'
import { closeServer, listenOn } from '@kismet/service-kit/http-app'
import { LogThrottle } from '@kismet/service-kit/log-throttle'
import { takenFrom } from './client-address.ts'
import type { GatewayContext } from './context.ts'
import { createPublicApp } from './http/app.ts'
import { refuseUnreadable } from './http/failures.ts'
import { openSocketServer } from './realtime/socket-server.ts'

const headersWithinMs = 15_000
/** What is no form has to come whole much sooner: each body is read, or read away, in a time of its own. */
const requestWithinMs = limits.body.formWithinMs
/** Longer than the proxies in front keep a connection that is idle, so that it is they who close it. */
const keepAliveMs = 75_000
/** Nothing comes and nothing is taken. */
const silentForMs = 90_000
const lookForSlowOnesEveryMs = 1_000
const maxConnections = 10_000
const drainWithinMs = 8_000
const tellOfClosedEveryMs = 60_000

/**
 * One connection of a proxy has the requests of many clients: each whose body has not come whole, or whose answer has begun and is not taken, counts as a connection of
 * its client's. A body does after the answer, too, as long as the proxy is sending it. Most come with their head and are whole at the end of the turn.
 */
function countUnfinished({ clients, connections }: GatewayContext): RequestListener {
  return (request, response) => {
    if (!clients.isProxy(request.socket.remoteAddress)) return
    const address = clients.of(request)
    const close = () => breakOff(request, response)
    const countBody = () => {
      if (!request.complete && !request.destroyed) connections.meet(request, address, close)
    }
    process.nextTick(() => {
      if (response.writableFinished) {
        countBody()
        return
      }
      connections.meet(response, address, close, () => response.headersSent || !request.complete)
      response.once('close', countBody)
    })
  }
}

/** Takes connections from where the proxies are, and has an eye on those of one client. */
function receive({ clients, clock, config, connections, log, telemetry }: GatewayContext, server: Server): void {
  const isTaken = takenFrom(config.ONLY_FROM)
  const telling = new LogThrottle(clock, tellOfClosedEveryMs)
  const why = 'not_from'
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (isTaken(address)) {
      // One of a proxy has many clients.
      if (!clients.isProxy(address)) connections.meet(socket, address, () => socket.destroy())
      return
    }
    // Whoever took a service over would be anybody here whose token that service was shown.
    socket.destroy()
    telemetry.connectionsClosed.inc({ why })
    if (telling.isTimeFor(why))
      log.warn(
        { event: 'connection.not-from', address },
        'a connection was closed: ONLY_FROM does not name its address',
      )
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
  server.on('clientError', refuseUnreadable)
  receive(ctx, server)
  ctx.sessions.watch()
  await ctx.bus.flush()
  const port = await listenOn(server, ctx.config.HOST, ctx.config.PORT)
  const maintenance = ctx.maintenance.watch(ctx.log)
  const sockets = openSocketServer(ctx, server)
  // Socket.IO keeps the requests for its own path to itself: what is for all of them comes before it.
  server.prependListener('request', countUnfinished(ctx))
  return {
    port,
    async drain() {
      const closed = closeServer(server, drainWithinMs, ctx.streamPools)
      await Promise.all([sockets.close(), maintenance.stop()])
      await closed
    },
  }
}
