import type { Server as HttpServer } from 'node:http'
import { adminNamespace, limits, socketCommands, socketPath } from '@kismet/contracts'
import type { SocketCommandShape } from '@kismet/contracts'
import { startLoop } from '@kismet/service-kit/loop'
import { Server } from 'socket.io'
import type { GatewayContext } from '../context.ts'
import { redisAdapter } from './adapter.ts'
import { answerCommands, commandsFrom } from './commands.ts'
import { allowConnection, authenticateSockets } from './handshake.ts'
import { OnlineCount } from './online-count.ts'
import { playerRoom, sessionRoom } from './rooms.ts'
import { endIfDead, sweepSessions } from './session-end.ts'
import { forwardSignals } from './signals.ts'
import { SocketGuards } from './socket-guards.ts'
import type { GatewayIo, GatewaySocket } from './socket-types.ts'

/** How often the background work of the sockets runs, in ms. */
export interface SocketTiming {
  readonly beatEveryMs: number
  readonly countEveryMs: number
  readonly sweepEveryMs: number
  readonly lookEveryMs: number
}

const usualTiming: SocketTiming = {
  beatEveryMs: 10_000,
  countEveryMs: 1_000,
  sweepEveryMs: limits.session.checkEveryMs,
  lookEveryMs: 1_000,
}
const pingEveryMs = 20_000
const pingTimeoutMs = 20_000
const handshakeWithinMs = 10_000

export interface SocketServer {
  /** Closes every socket in such a way that its client connects again, elsewhere. */
  close(): Promise<void>
}

function createIo(ctx: GatewayContext, server: HttpServer): GatewayIo {
  const io: GatewayIo = new Server(server, {
    path: socketPath,
    transports: ['websocket', 'polling'],
    adapter: redisAdapter(ctx.redis, ctx.log),
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: limits.sockets.maxMessageBytes,
    connectTimeout: handshakeWithinMs,
    pingInterval: pingEveryMs,
    pingTimeout: pingTimeoutMs,
    cors: { origin: [...ctx.config.WEB_ORIGIN, ...ctx.config.ADMIN_ORIGIN] },
    allowRequest: allowConnection(ctx, () => io.engine.clientsCount),
  })
  return io
}

/** Redis counts who is here. That it is gone is said by its connection, once; anything else that goes wrong is said here. */
function unlessRedisIsGone(ctx: GatewayContext, work: Promise<void>): Promise<void> {
  return work.catch((error: unknown) => {
    if (ctx.redis.commands.status === 'ready') ctx.log.error({ err: error }, 'who is online could not be counted')
  })
}

function joinRooms(socket: GatewaySocket): void {
  const { claims } = socket.data
  void socket.join([playerRoom(claims.sub), sessionRoom(claims.sid)])
}

function welcomePlayer(ctx: GatewayContext, io: GatewayIo, socket: GatewaySocket): void {
  const { claims, address } = socket.data
  const { sub: userId, email = '', iat } = claims
  joinRooms(socket)
  ctx.telemetry.socketOpened('players')
  void unlessRedisIsGone(ctx, ctx.presence.arrive({ userId, email, loginTimeMs: iat * 1000, address }))
  socket.on('disconnect', () => {
    ctx.telemetry.socketClosed('players')
    void unlessRedisIsGone(ctx, ctx.presence.leave(userId))
  })
  void endIfDead(ctx, io, socket)
}

function welcomeAdmin(ctx: GatewayContext, io: GatewayIo, online: OnlineCount, socket: GatewaySocket): void {
  joinRooms(socket)
  ctx.telemetry.socketOpened('admins')
  socket.on('disconnect', () => ctx.telemetry.socketClosed('admins'))
  void unlessRedisIsGone(ctx, online.welcome(socket))
  void endIfDead(ctx, io, socket)
}

/** The sockets of players and admins, on the gateway's own server. */
export function openSocketServer(
  ctx: GatewayContext,
  server: HttpServer,
  timing: SocketTiming = usualTiming,
  commands: readonly SocketCommandShape[] = socketCommands,
): SocketServer {
  const io = createIo(ctx, server)
  const guards = new SocketGuards(ctx, server, io)
  const [ofPlayers, ofAdmins] = [commandsFrom(commands, 'players'), commandsFrom(commands, 'everyone')]
  const online = new OnlineCount(ctx, io)
  authenticateSockets(ctx, io, '/', 'player')
  authenticateSockets(ctx, io, adminNamespace, 'admin')
  io.of('/').on('connection', (socket) => {
    guards.joined(socket)
    answerCommands(ctx, io, guards, ofPlayers, socket)
    welcomePlayer(ctx, io, socket)
  })
  io.of(adminNamespace).on('connection', (socket) => {
    guards.joined(socket)
    answerCommands(ctx, io, guards, ofAdmins, socket)
    welcomeAdmin(ctx, io, online, socket)
  })
  forwardSignals(ctx, io)
  const loops = [
    startLoop('presence', timing.beatEveryMs, ctx.log, () => unlessRedisIsGone(ctx, ctx.presence.beat())),
    startLoop('online count', timing.countEveryMs, ctx.log, () => unlessRedisIsGone(ctx, online.tell())),
    startLoop('socket guards', timing.lookEveryMs, ctx.log, () => guards.look()),
    startLoop('session sweep', timing.sweepEveryMs, ctx.log, () => sweepSessions(ctx, io)),
  ]
  return {
    async close() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await io.close()
      await unlessRedisIsGone(ctx, ctx.presence.end())
    },
  }
}
