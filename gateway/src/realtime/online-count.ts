import { adminNamespace, socketEvents } from '@kismet/contracts'
import type { GatewayContext } from '../context.ts'
import type { GatewayIo, GatewaySocket } from './socket-types.ts'

/** Tells the admins on this gateway how many players are online, when that has changed. Called once a second, which is as often as it is told. */
export class OnlineCount {
  readonly #ctx: GatewayContext
  readonly #io: GatewayIo
  #told: number | undefined

  constructor(ctx: GatewayContext, io: GatewayIo) {
    this.#ctx = ctx
    this.#io = io
  }

  async tell(): Promise<void> {
    const admins = this.#io.of(adminNamespace)
    if (admins.sockets.size === 0) return
    const count = await this.#ctx.presence.count()
    if (count === this.#told) return
    this.#told = count
    admins.local.emit(socketEvents.onlineUpdate, { count })
  }

  /** An admin who has just come learns the number at once. */
  async tellOne(socket: GatewaySocket): Promise<void> {
    socket.emit(socketEvents.onlineUpdate, { count: await this.#ctx.presence.count() })
  }
}
