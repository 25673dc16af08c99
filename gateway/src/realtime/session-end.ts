import { adminNamespace, socketEvents } from '@kismet/contracts'
import type { GatewayContext } from '../context.ts'
import { sessionRoom } from './socket-types.ts'
import type { GatewayIo, GatewaySocket } from './socket-types.ts'

const namespaces = ['/', adminNamespace]
const askedAtOnce = 64
const endedWithoutNews = 'expired'

/** Tells the sockets of a session on this gateway why it has ended, and closes them. */
export function endSession(io: GatewayIo, sessionId: string, reason: string): void {
  for (const namespace of namespaces) {
    const sockets = io.of(namespace).local.in(sessionRoom(sessionId))
    sockets.emit(socketEvents.sessionEnded.event, { reason })
    sockets.disconnectSockets(true)
  }
}

/** Closes the sockets of an ended session. If auth does not answer, the sockets stay open, because they only listen. */
export async function endIfDead(ctx: GatewayContext, io: GatewayIo, { data }: GatewaySocket): Promise<void> {
  const { claims } = data
  const isOver = claims.exp * 1000 <= ctx.clock.now()
  const isLive = isOver ? false : await ctx.sessions.isLive(claims, 'socket sweep').catch(() => true)
  if (!isLive) endSession(io, claims.sid, endedWithoutNews)
}

/** Looks at the sessions of all sockets here: the news of an end can be lost. */
export async function sweepSessions(ctx: GatewayContext, io: GatewayIo): Promise<void> {
  const sockets = namespaces.flatMap((namespace) => [...io.of(namespace).sockets.values()])
  const oneEach = [...new Map(sockets.map((socket) => [socket.data.claims.sid, socket])).values()]
  for (let start = 0; start < oneEach.length; start += askedAtOnce)
    await Promise.all(oneEach.slice(start, start + askedAtOnce).map((socket) => endIfDead(ctx, io, socket)))
}
