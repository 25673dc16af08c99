import { aviatorEvents, aviatorRoundStarted, getAviatorState, limits } from '@kismet/contracts'
import type { SignalShape } from '@kismet/contracts'
import { Gate } from '@kismet/service-kit/gate'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import type { GatewaySocket } from './socket-types.ts'
import { RoundView } from './round-view.ts'
import type { AviatorState } from './round-view.ts'

/** The service answers so many questions of a gateway at a time. */
const askedAtOnce = 64
/** Signals can make an answer old. Then the gateway asks again, up to this number of questions. */
const tries = 3

interface Ask {
  readonly playerId: string
  /** Events of Aviator for this player since the question. */
  events: number
}

type Told = z.input<typeof aviatorEvents.state.payload>

/**
 * Tells each new socket the round of Aviator. The bet and the balance of its player come from the
 * service. They are absent until the service answers, and when it does not answer.
 */
export class StateTeller {
  readonly #ctx: GatewayContext
  readonly #view = new RoundView()
  readonly #asks = new Set<Ask>()
  readonly #gate: Gate
  #looks = 0

  constructor(ctx: GatewayContext) {
    this.#ctx = ctx
    const waiting = limits.sockets.perProcess
    this.#gate = new Gate({ running: askedAtOnce, runningOfOwner: askedAtOnce, waiting, waitingOfOwner: waiting })
    // Signals were lost while the bus was away.
    ctx.bus.onReconnect(() => this.#view.forget())
  }

  welcome(socket: GatewaySocket): void {
    if (this.#asks.size >= askedAtOnce) this.#tell(socket)
    this.#gate
      .run('', () => this.#ask(socket))
      .catch((error: unknown) => {
        if (!isRefusal(error)) this.#ctx.log.error({ err: error }, 'failed to tell the state of a round')
      })
  }

  /** Asks for one socket, another one each time, while the round is unknown. */
  look(sockets: ReadonlyMap<string, GatewaySocket>): Promise<void> {
    if (this.#view.state !== undefined || this.#asks.size > 0) return Promise.resolve()
    this.#looks += 1
    const socket = [...sockets.values()][this.#looks % Math.max(1, sockets.size)]
    if (socket !== undefined) this.welcome(socket)
    return Promise.resolve()
  }

  /** Follows a signal, before the gateway passes it on. */
  hear(signal: SignalShape, payload: unknown): void {
    if (!signal.subject.startsWith('signal.aviator.')) return
    const { roundClock } = this.#ctx
    // Another leader may run the next round.
    if (signal === aviatorRoundStarted) roundClock.forget()
    const { serverTime } = payload as { readonly serverTime?: number }
    if (serverTime !== undefined) roundClock.heard(serverTime)
    this.#view.hear(signal, payload)
    if (Array.isArray(payload)) for (const { to } of payload as { to: string }[]) this.news(to)
  }

  /** A player gets an event of Aviator: an answer that is on its way may be older. */
  news(playerId: string): void {
    for (const ask of this.#asks) if (ask.playerId === playerId) ask.events += 1
  }

  async #ask(socket: GatewaySocket): Promise<void> {
    if (!socket.connected) return
    const ask: Ask = { playerId: socket.data.claims.sub, events: 0 }
    this.#asks.add(ask)
    try {
      this.#tell(socket, await this.#own(socket, ask))
    } catch (error) {
      this.#tell(socket)
      throw error
    } finally {
      this.#asks.delete(ask)
    }
  }

  /** The bet and the balance of a player; empty when they change faster than the service answers. @throws Refusal */
  async #own({ data: { token, address }, id }: GatewaySocket, ask: Ask): Promise<Partial<AviatorState>> {
    for (let nth = 0; nth < tries; nth += 1) {
      const { changes } = this.#view
      const { events } = ask
      const meta = { requestId: `socket ${id}`, token, ip: address }
      const state = (await this.#ctx.bus.send(getAviatorState, {}, meta)).out as AviatorState
      this.#view.learn(state, changes)
      const { bet, balance, balanceSeq, roundId } = state
      if (changes === this.#view.changes && events === ask.events && roundId === this.#view.state?.roundId)
        return { bet, balance, balanceSeq }
    }
    return {}
  }

  #tell(socket: GatewaySocket, own: Partial<AviatorState> = {}): void {
    const { state } = this.#view
    if (state === undefined || !socket.connected) return
    const serverTime = state.phase === 'flying' ? state.serverTime : this.#ctx.roundClock.now()
    const told: Told = { ...state, serverTime, ...own }
    socket.emit(aviatorEvents.state.event, told)
  }
}
