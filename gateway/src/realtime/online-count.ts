import { adminNamespace, socketEvents } from '@kismet/contracts'
import type { GatewayContext } from '../context.ts'
import type { GatewayIo, GatewaySocket } from './socket-types.ts'

/** Tells the admins on this gateway how many players are online: each once on arrival, and then when the number has changed. */
export class OnlineCount {
  readonly #ctx: GatewayContext
  readonly #io: GatewayIo
  readonly #told = new WeakMap<GatewaySocket, number>()

  constructor(ctx: GatewayContext, io: GatewayIo) {
    this.#ctx = ctx
    this.#io = io
  }

  /** Called once a second, which is as often as a change is told. */
  async tell(): Promise<void> {
    const { sockets } = this.#io.of(adminNamespace)
    if (sockets.size === 0) return
    const count = await this.#ctx.presence.count()
    for (const socket of sockets.values()) this.#tell(socket, count)
  }

  async welcome(socket: GatewaySocket): Promise<void> {
    this.#tell(socket, await this.#ctx.presence.count())
  }

  #tell(socket: GatewaySocket, count: number): void {
    if (this.#told.get(socket) === count) return
    this.#told.set(socket, count)
    socket.emit(socketEvents.onlineUpdate, { count })
  }
}
