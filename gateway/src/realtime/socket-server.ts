import type { Server as HttpServer } from 'node:http'
import { adminNamespace, limits, socketCommands, socketEvents, socketPath } from '@kismet/contracts'
import type { Audience, SocketCommandShape } from '@kismet/contracts'
import { startLoop } from '@kismet/service-kit/loop'
import { Server } from 'socket.io'
import type { GatewayContext } from '../context.ts'
import { answerCommands, commandsFrom } from './commands.ts'
import { FanOut } from './fan-out.ts'
import { allowConnection, authenticateSockets } from './handshake.ts'
import { endIfDead, sweepSessions } from './session-end.ts'
import { roundTeller } from './round-teller.ts'
import { Running } from './running.ts'
import { forwardSignals, playerTeller } from './signals.ts'
import { SocketGuards } from './socket-guards.ts'
import { playerRoom, sessionRoom } from './socket-types.ts'
import type { GatewayIo, GatewaySocket } from './socket-types.ts'
import { socketLimits } from './socket-limits.ts'

/** How often the background work of the sockets runs. */
const usualTiming = {
  beatEveryMs: 10_000,
  countEveryMs: 1_000,
  sweepEveryMs: limits.session.checkEveryMs as number,
  lookEveryMs: 1_000,
}
const pingEveryMs = 20_000
const pingTimeoutMs = 20_000
const handshakeWithinMs = 10_000
/** A client that does not answer a close would hold up the end of the gateway for 30 s. */
const closedWithinMs = 2_000

function createIo(ctx: GatewayContext, server: HttpServer): GatewayIo {
  const io: GatewayIo = new Server(server, {
    path: socketPath,
    transports: ['websocket', 'polling'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: socketLimits.maxMessageBytes,
    connectTimeout: handshakeWithinMs,
    pingInterval: pingEveryMs,
    pingTimeout: pingTimeoutMs,
    cors: { origin: [...ctx.config.WEB_ORIGIN, ...ctx.config.ADMIN_ORIGIN] },
    allowRequest: allowConnection(ctx, () => io.engine.clientsCount),
  })
  return io
}

/** Logs a failure of presence, unless Redis is gone: its connection has logged that. */
function unlessRedisIsGone(ctx: GatewayContext, work: Promise<void>): Promise<void> {
  return work.catch((error: unknown) => {
    if (ctx.redis.status === 'ready') ctx.log.error({ err: error }, 'failed to count the online players')
  })
}

/** Tells the admins on this gateway a new number of online players. */
async function tellOnlineCount({ presence }: GatewayContext, io: GatewayIo): Promise<void> {
  const { sockets } = io.of(adminNamespace)
  if (sockets.size === 0) return
  const count = await presence.count()
  for (const socket of sockets.values()) {
    if (socket.data.toldOnline !== count) socket.emit(socketEvents.onlineUpdate.event, { count })
    socket.data.toldOnline = count
  }
}

function welcome(ctx: GatewayContext, io: GatewayIo, namespace: 'players' | 'admins', socket: GatewaySocket): void {
  const { claims } = socket.data
  const { maintenance, presence, telemetry } = ctx
  void socket.join([playerRoom(claims.sub), sessionRoom(claims.sid)])
  telemetry.sockets.inc({ audience: namespace })
  const isPlayer = namespace === 'players'
  void unlessRedisIsGone(ctx, isPlayer ? presence.arrive(socket.data) : tellOnlineCount(ctx, io))
  socket.on('disconnect', () => {
    telemetry.sockets.dec({ audience: namespace })
    if (isPlayer) void unlessRedisIsGone(ctx, presence.leave(claims.sub))
  })
  // The page may have read the switch before it changed.
  if (maintenance.isKnownOn) socket.emit(socketEvents.siteMaintenance.event, { siteMaintenance: true })
  // The session may have ended since the handshake.
  void endIfDead(ctx, io, socket)
}

/**
 * The sockets of players and admins, on the gateway's own server. `close` closes each after its answers; its client
 * connects again to another gateway.
 */
export function openSocketServer(
  ctx: GatewayContext,
  server: HttpServer,
  timing = usualTiming,
  commands: readonly SocketCommandShape[] = socketCommands,
): { close(): Promise<void> } {
  const io = createIo(ctx, server)
  const guards = new SocketGuards(ctx, server, io)
  const players = new FanOut()
  const tellRound = roundTeller(ctx)
  const tellPlayer = playerTeller(ctx, io)
  const running = new Running()
  const open = (name: string, audience: Audience, known: ReturnType<typeof commandsFrom>) => {
    authenticateSockets(ctx, { io, guards }, name, audience)
    io.of(name).on('connection', (socket) => {
      answerCommands(ctx, { tellPlayer, running }, known, socket)
      welcome(ctx, io, `${audience}s`, socket)
      if (audience === 'admin') return
      players.join(socket)
      tellRound(socket)
    })
  }
  open('/', 'player', commandsFrom(commands, 'players'))
  open(adminNamespace, 'admin', commandsFrom(commands, 'everyone'))
  forwardSignals(ctx, io, players)
  const loops = [
    startLoop('presence', timing.beatEveryMs, ctx.log, () => unlessRedisIsGone(ctx, ctx.presence.beat())),
    startLoop('online count', timing.countEveryMs, ctx.log, () => unlessRedisIsGone(ctx, tellOnlineCount(ctx, io))),
    startLoop('socket guards', timing.lookEveryMs, ctx.log, () => guards.look()),
    startLoop('session sweep', timing.sweepEveryMs, ctx.log, () => sweepSessions(ctx, io)),
  ]
  return {
    async close() {
      const connections = [...io.of('/').sockets.values(), ...io.of(adminNamespace).sockets.values()]
      await running.closeAnswered(new Set(connections.map(({ conn }) => conn)))
      await Promise.all(loops.map((loop) => loop.stop()))
      const silent = setTimeout(() => guards.end(), closedWithinMs)
      await io.close()
      clearTimeout(silent)
    },
  }
}
