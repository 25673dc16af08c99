import {
  adminNamespace,
  commandAnswered,
  maintenanceChanged,
  queueUpdated,
  sessionsEnded,
  signals,
  supportQueueUpdated,
} from '@kismet/contracts'
import type { SignalShape } from '@kismet/contracts'
import type { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import type { FanOut } from './fan-out.ts'
import { endSession } from './session-end.ts'
import { Slices } from './slices.ts'
import { playerRoom } from './socket-types.ts'
import type { GatewayIo } from './socket-types.ts'

/** Each service tells its own queue. Admins hear all queues together. */
const queues: readonly SignalShape[] = [queueUpdated, supportQueueUpdated]
const playersATurn = 100
/** A player who misses news reads the balance at the next answer. */
const mostNews = 20_000

type PlayerNews = readonly { readonly to: string }[]

/**
 * Tells players their own news, in the order of arrival. The end of a round has news for thousands,
 * so the news leave in slices. Each gateway tells its own sockets: a message through Redis for each
 * bet would cost too much.
 */
function playerNewsOf(io: GatewayIo): (event: string, news: PlayerNews) => void {
  const slices = new Slices(setImmediate, mostNews)
  return (event, news) => {
    let done = 0
    slices.add(() => {
      const { rooms } = io.of('/').adapter
      for (const { to, ...item } of news.slice(done, done + playersATurn))
        if (rooms.has(playerRoom(to))) io.local.to(playerRoom(to)).emit(event, item)
      done += playersATurn
      return done >= news.length
    })
  }
}

/** @returns what tells all tabs of a player what a command has done: here at once, on other gateways by the bus */
export function playerTeller({ bus, clock, randomness }: GatewayContext, io: GatewayIo) {
  const from = randomness.id(clock.now())
  const tellHere = (to: string, event: string, answer: object) => io.local.to(playerRoom(to)).emit(event, answer)
  const hear = (told: z.input<typeof commandAnswered.payload>) => {
    if (told.from !== from) tellHere(told.to, told.event, told.answer)
  }
  bus.onSignal(commandAnswered, hear, { shared: false })
  return (to: string, event: string, answer: Record<string, unknown>): void => {
    tellHere(to, event, answer)
    bus.signal(commandAnswered, { from, to, event, answer })
  }
}

/** Makes socket events of the signals that the contracts mark so, and closes the sockets of ended sessions. */
export function forwardSignals(ctx: GatewayContext, io: GatewayIo, players: FanOut): void {
  const waiting = {}
  const tellPlayers = playerNewsOf(io)
  for (const signal of signals) {
    if (signal.socket === undefined) continue
    const { audience, event } = signal.socket
    const tell = (payload: unknown) => {
      ctx.roundClock.hear(signal, payload)
      // The contract says this type, and the bus has checked the payload.
      if (audience === 'player') tellPlayers(event, payload as PlayerNews)
      if (audience === 'players' || audience === 'everyone')
        players.tell(event, payload, signal.delivery === 'droppable')
      if (audience === 'admins' || audience === 'everyone') {
        const told = queues.includes(signal) ? Object.assign(waiting, payload) : payload
        io.of(adminNamespace).local.emit(event, told)
      }
    }
    // Sockets also hear of a change whose signal was lost.
    if (signal === maintenanceChanged) ctx.maintenance.onChange((siteMaintenance) => tell({ siteMaintenance }))
    else ctx.bus.onSignal(signal, tell, { shared: false })
  }
  const end = ({ sessionIds, reason }: { readonly sessionIds: string[]; readonly reason: string }) =>
    sessionIds.forEach((sessionId) => endSession(io, sessionId, reason))
  ctx.bus.onSignal(sessionsEnded, end, { shared: false })
}
