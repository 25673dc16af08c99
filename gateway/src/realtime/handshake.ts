import type { IncomingMessage } from 'node:http'
import { adminRoles, limits } from '@kismet/contracts'
import type { Audience } from '@kismet/contracts'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import { adminOf } from '@kismet/service-kit/tokens'
import type { ExtendedError } from 'socket.io'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import type { GatewayIo, GatewaySocket } from './socket-types.ts'

const HandshakeAuth = z.object({ token: z.string().min(1).max(4096) })

type Decide = (reason: string | null | undefined, success: boolean) => void

/** Decides about a connection before there is a socket: its origin, and whether there is room. */
export function allowConnection(ctx: GatewayContext, openConnections: () => number) {
  return (request: IncomingMessage, decide: Decide): void => {
    const refuse = (code: string, message: string) => {
      ctx.telemetry.socketRefused(code)
      decide(message, false)
    }
    if (!ctx.isAllowedOrigin(request.headers.origin)) {
      refuse('forbidden', 'This origin may not connect.')
      return
    }
    if (openConnections() >= limits.sockets.perProcess) {
      refuse('unavailable', 'There is no room for more connections.')
      return
    }
    decide(null, true)
  }
}

function codeOf(error: unknown): string {
  return isRefusal(error) ? error.code : 'internal'
}

function connectError(error: unknown): ExtendedError {
  const refused = isRefusal(error) ? error : new Refusal('internal')
  return Object.assign(new Error(refused.message), { data: refused.failure })
}

/** Counts the sockets of each person, with those that are just being let in: no number of them passes the limit at once. */
class Tabs {
  readonly #most: number
  readonly #open = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Counts a socket until it, or what is below it, is closed. @throws Refusal `too_many_requests`, or `unavailable` when it is closed already */
  take(socket: GatewaySocket, personId: string): void {
    const { conn } = socket
    const open = this.#open.get(personId) ?? 0
    if (open >= this.#most) throw new Refusal('too_many_requests', 'There are too many open connections.')
    if (conn.readyState === 'closed') throw new Refusal('unavailable')
    this.#open.set(personId, open + 1)
    const release = () => {
      conn.off('close', release)
      socket.off('disconnect', release)
      const left = (this.#open.get(personId) ?? 1) - 1
      if (left === 0) this.#open.delete(personId)
      else this.#open.set(personId, left)
    }
    conn.once('close', release)
    socket.once('disconnect', release)
  }
}

async function authenticate(ctx: GatewayContext, tabs: Tabs, socket: GatewaySocket, audience: Audience): Promise<void> {
  const auth = HandshakeAuth.safeParse(socket.handshake.auth)
  if (!auth.success) throw new Refusal('unauthenticated')
  const { token } = auth.data
  const claims = await ctx.bus.verifier.verify(token, audience)
  if (!(await ctx.sessions.isLive(claims, `socket ${socket.id}`))) throw new Refusal('unauthenticated')
  ctx.strangers.forget(socket.conn)
  ctx.strangers.forget(socket.request.socket)
  if (audience === 'admin') adminOf(claims, adminRoles)
  await ctx.rates.byPlayer('connect', claims.sub)
  tabs.take(socket, claims.sub)
  socket.data = { claims, token, address: ctx.clients.of(socket.request) }
}

/** Lets only live sessions of the right audience onto both namespaces; the others get a `connect_error`. */
export function authenticateSockets(ctx: GatewayContext, io: GatewayIo, namespace: string, audience: Audience): void {
  const tabs = new Tabs(Math.max(1, limits.sockets.perPlayer * ctx.config.RATE_LIMIT_FACTOR))
  io.of(namespace).use((socket, next) => {
    authenticate(ctx, tabs, socket, audience).then(
      () => next(),
      (error: unknown) => {
        if (!isRefusal(error)) ctx.log.error({ err: error }, 'a socket could not be authenticated')
        ctx.telemetry.socketRefused(codeOf(error))
        next(connectError(error))
      },
    )
  })
}
