import type { GatewaySocket } from '../socket-types.ts'
import type { ShortWay, WebSocket } from './short-way.ts'

/** One event on its way to many sockets, encoded once. */
export interface Message {
  readonly event: string
  readonly payload: unknown
  readonly frame: Buffer
  /** The next one makes up for it: who cannot take it at once does not get it. */
  readonly isDroppable: boolean
  /** A ping follows in the frame. */
  readonly isProbe: boolean
}

/** `waiting`: something that was sent before has not left this process. `behind`: the client has not read what was sent long ago. */
type Fate = 'sent' | 'waiting' | 'behind'

/**
 * A socket that hears what is told to all. Its kernel takes ticks long after its client has stopped to read, so they ask for an answer now and then: who has not
 * given it by the next time gets none until it comes.
 */
export class Listener {
  readonly socket: GatewaySocket
  readonly #way: ShortWay | undefined
  #probed: WebSocket | undefined
  #owesAnswer = false
  #isBehind = false

  /** Without `way` everything is told as Socket.IO does. */
  constructor(socket: GatewaySocket, way: ShortWay | undefined) {
    this.socket = socket
    this.#way = way
  }

  tell(message: Message): Fate {
    const raw = this.#way?.open()
    if (message.isDroppable) {
      if (message.isProbe) this.#isBehind = this.#owesAnswer
      if (this.#isBehind) return 'behind'
      if (raw === undefined ? !this.socket.conn.transport.writable : raw.writableLength > 0) return 'waiting'
      if (message.isProbe && raw !== undefined) this.#expectAnswer(this.#way?.webSocket)
    }
    if (raw === undefined) this.socket.emit(message.event, message.payload)
    else raw.write(message.frame)
    return 'sent'
  }

  #expectAnswer(webSocket: WebSocket | undefined): void {
    this.#owesAnswer = true
    if (this.#probed === webSocket) return
    this.#probed = webSocket
    webSocket?.on('pong', () => {
      this.#owesAnswer = false
      this.#isBehind = false
    })
  }
}
