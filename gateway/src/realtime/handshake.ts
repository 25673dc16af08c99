import type { IncomingMessage } from 'node:http'
import { adminRoles, limits } from '@kismet/contracts'
import type { Audience, ErrorCode } from '@kismet/contracts'
import { isRefusal, Refusal, refusalOf } from '@kismet/service-kit/refusal'
import { adminOf } from '@kismet/service-kit/tokens'
import type { ExtendedError } from 'socket.io'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { Places } from './places.ts'
import type { SocketGuards } from './socket-guards.ts'
import type { GatewayIo, GatewaySocket, SocketData } from './socket-types.ts'

const HandshakeAuth = z.object({ token: z.string() })

type Decide = (reason: string | null | undefined, success: boolean) => void

/** Decides about a connection before there is a socket: its origin, and whether there is room. */
export function allowConnection(ctx: GatewayContext, openConnections: () => number) {
  return ({ headers: { origin } }: IncomingMessage, decide: Decide): void => {
    const refuse = (code: ErrorCode, message: string) => {
      ctx.telemetry.socketsRefused.inc({ code })
      decide(message, false)
    }
    if (origin !== undefined && !ctx.origins.has(origin)) refuse('forbidden', 'This origin may not connect.')
    else if (openConnections() >= limits.sockets.perProcess)
      refuse('unavailable', 'There is no room for more connections.')
    else decide(null, true)
  }
}

/** A place is free again when one of the player's tabs is closed: worth another look soon. */
const tabsFullRetryMs = 5_000

/** Whose token it is, of a session that lives. @throws Refusal */
async function identify(ctx: GatewayContext, socket: GatewaySocket, audience: Audience): Promise<SocketData> {
  const address = ctx.clients.of(socket.request)
  try {
    const { token = '' } = HandshakeAuth.safeParse(socket.handshake.auth).data ?? {}
    const claims = await ctx.bus.verifier.verify(token, audience)
    if (!(await ctx.sessions.isLive(claims, `socket ${socket.id}`))) throw new Refusal('unauthenticated')
    return { claims, token, address }
  } catch (error) {
    return ctx.rates.refuseStranger(address, error)
  }
}

/** @throws Refusal */
async function admit(ctx: GatewayContext, tabs: Places, socket: GatewaySocket, audience: Audience): Promise<void> {
  const known = await identify(ctx, socket, audience)
  const { claims } = known
  if (audience === 'admin') adminOf(claims, adminRoles)
  await ctx.rates.byPlayer('connect', claims.sub)
  if (socket.conn.readyState === 'closed') throw new Refusal('unavailable')
  if (!tabs.take(claims.sub, socket.conn))
    throw new Refusal('too_many_requests', 'There are too many open connections.', { retryAfterMs: tabsFullRetryMs })
  ctx.strangerSockets.forget(socket.conn)
  socket.data = known
}

/** Lets only live sessions of the right audience onto a namespace, one socket of a connection; the others get a `connect_error`. */
export function authenticateSockets(
  ctx: GatewayContext,
  { io, guards }: { readonly io: GatewayIo; readonly guards: SocketGuards },
  namespace: string,
  audience: Audience,
): void {
  // Socket.IO looks only for a socket that is in already: of those that ask at once it would let in all.
  const inOrAsking = new WeakSet<GatewaySocket['conn']>()
  const tabs = new Places(limits.sockets.perPlayer * ctx.config.RATE_LIMIT_FACTOR)
  const refuse = (error: unknown): ExtendedError => {
    if (!isRefusal(error)) ctx.log.error({ err: error }, 'a socket could not be authenticated')
    const { code, message, failure } = refusalOf(error)
    ctx.telemetry.socketsRefused.inc({ code })
    return Object.assign(new Error(message), { data: failure })
  }
  io.of(namespace).use((socket, next) => {
    const { conn } = socket
    if (inOrAsking.has(conn)) {
      guards.askedTwice(conn)
      next(new Error('This connection has asked already.'))
      return
    }
    inOrAsking.add(conn)
    socket.once('disconnect', () => inOrAsking.delete(conn))
    admit(ctx, tabs, socket, audience).then(
      () => next(),
      (error: unknown) => {
        inOrAsking.delete(conn)
        next(refuse(error))
      },
    )
  })
}
