import type { IncomingMessage } from 'node:http'
import { adminRoles } from '@kismet/contracts'
import type { Audience } from '@kismet/contracts'
import { isRefusal, Refusal, refusalOf } from '@kismet/service-kit/refusal'
import { adminOf } from '@kismet/service-kit/tokens'
import type { ExtendedError } from 'socket.io'
import type { GatewayContext } from '../context.ts'
import { Places } from './places.ts'
import type { SocketGuards } from './socket-guards.ts'
import type { GatewayIo, GatewaySocket, SocketData } from './socket-types.ts'
import { socketLimits } from './socket-limits.ts'

type Decide = (reason: string | null | undefined, success: boolean) => void

/** Decides about a connection before there is a socket, by its origin and the free places. */
export function allowConnection({ origins }: GatewayContext, openConnections: () => number) {
  return ({ headers: { origin } }: IncomingMessage, decide: Decide): void => {
    if (origin !== undefined && !origins.has(origin)) decide('This origin may not connect.', false)
    else if (openConnections() >= socketLimits.perProcess) decide('There is no room for more connections.', false)
    else decide(null, true)
  }
}

/** A tab may close soon, which frees its place. */
const tabsFullRetryMs = 5_000

/** The caller of a live session. A refusal counts for the address. @throws Refusal */
async function identify(ctx: GatewayContext, socket: GatewaySocket, audience: Audience): Promise<SocketData> {
  const address = ctx.clients.of(socket.request)
  try {
    const told: unknown = socket.handshake.auth.token
    const token = typeof told === 'string' ? told : ''
    const claims = await ctx.bus.verifier.verify(token, audience)
    if (!(await ctx.sessions.isLive(claims, `socket ${socket.id}`))) throw new Refusal('unauthenticated')
    return { claims, token, address }
  } catch (error) {
    return ctx.rates.refuseStranger(address, error)
  }
}

/**
 * Lets only live sessions of the right audience onto a namespace, and one socket of a connection.
 * Other sockets get a `connect_error`.
 */
export function authenticateSockets(
  ctx: GatewayContext,
  { io, guards }: { readonly io: GatewayIo; readonly guards: SocketGuards },
  namespace: string,
  audience: Audience,
): void {
  const tabs = new Places(socketLimits.perPlayer * ctx.config.RATE_LIMIT_FACTOR)
  const admit = async (socket: GatewaySocket) => {
    const data = await identify(ctx, socket, audience)
    if (audience === 'admin') adminOf(data.claims, adminRoles)
    await ctx.rates.byPlayer('connect', data.claims.sub)
    if (socket.conn.readyState === 'closed') throw new Refusal('unavailable')
    if (!tabs.take(data.claims.sub, socket.conn))
      throw new Refusal('too_many_requests', 'There are too many open connections.', { retryAfterMs: tabsFullRetryMs })
    guards.letIn(socket.conn)
    socket.data = data
  }
  const refuse = (error: unknown): ExtendedError => {
    if (!isRefusal(error)) ctx.log.error({ err: error }, 'failed to authenticate a socket')
    const { message, failure } = refusalOf(error)
    return Object.assign(new Error(message), { data: failure })
  }
  io.of(namespace).use((socket, next) => {
    admit(socket).then(
      () => next(),
      (error: unknown) => next(refuse(error)),
    )
  })
}
