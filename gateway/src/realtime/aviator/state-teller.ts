import { getAviatorState, limits, aviatorEvents } from '@kismet/contracts'
import type { SocketEventShape } from '@kismet/contracts'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { z } from 'zod'
import type { GatewayContext } from '../../context.ts'
import type { GatewaySocket } from '../socket-types.ts'
import type { AviatorState, RoundView } from './round-view.ts'

/** So many players are asked about at a time; when thousands come at once the others see the round meanwhile. */
const askedAtOnce = 64
const gatherMs = 5
/** How often a player is asked about again, as something happened meanwhile. */
const tries = 3

interface Ask {
  readonly playerId: string
  /** How many events of Aviator the player has had since. */
  events: number
}

type Told = z.input<typeof aviatorEvents.state.payload>

/**
 * Tells each socket the round as it stands when it connects. What its player has in it only the service knows: it is told once that has said so, and what is
 * unknown until then, or for as long as the service does not answer, is left out.
 */
export class StateTeller {
  readonly #ctx: GatewayContext
  readonly #view: RoundView
  readonly #waiting = new Set<GatewaySocket>()
  readonly #asks = new Set<Ask>()
  #isGathering = false
  #looks = 0

  constructor(ctx: GatewayContext, view: RoundView) {
    this.#ctx = ctx
    this.#view = view
  }

  welcome(socket: GatewaySocket): void {
    if (this.#asks.size + this.#waiting.size >= askedAtOnce) this.#tell(socket)
    if (this.#waiting.size >= limits.sockets.perProcess) return
    this.#waiting.add(socket)
    this.#askSoon()
  }

  /** Asks about one of those who are here, another one each time, as long as the round is unknown: a signal was missed, or the service was away. */
  look(sockets: ReadonlyMap<string, GatewaySocket>): Promise<void> {
    if (this.#view.state !== undefined || this.#asks.size > 0) return Promise.resolve()
    this.#looks += 1
    const socket = [...sockets.values()][this.#looks % Math.max(1, sockets.size)]
    if (socket !== undefined) this.welcome(socket)
    return Promise.resolve()
  }

  /** A player is told something of Aviator: what is being asked about them may be older. */
  news(playerId: string): void {
    for (const ask of this.#asks) if (ask.playerId === playerId) ask.events += 1
  }

  /** Those who come within some ms are asked about in one message. */
  #askSoon(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    setTimeout(() => {
      this.#isGathering = false
      for (const socket of this.#waiting) {
        if (this.#asks.size >= askedAtOnce) return
        this.#waiting.delete(socket)
        if (socket.connected) void this.#ask(socket)
      }
    }, gatherMs)
  }

  async #ask(socket: GatewaySocket): Promise<void> {
    const ask: Ask = { playerId: socket.data.claims.sub, events: 0 }
    this.#asks.add(ask)
    const own = await this.#own(socket, ask).catch((error: unknown) => {
      if (!isRefusal(error)) this.#ctx.log.error({ err: error }, 'the state of a round could not be told')
      return undefined
    })
    this.#asks.delete(ask)
    this.#tell(socket, own)
    if (this.#waiting.size > 0) this.#askSoon()
  }

  /** What the player of a socket has, while nothing that changes it has happened. @throws Refusal */
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
    const { event }: SocketEventShape = aviatorEvents.state
    socket.emit(event, told)
  }
}
