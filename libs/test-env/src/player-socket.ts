import { socketPath } from '@kismet/contracts'
import type { SignalShape, SocketCommandShape } from '@kismet/contracts'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'

const answerWithinMs = 20_000

/** An open page of a player, as far as its socket goes: keeps what it hears. */
export class PlayerSocket {
  readonly #socket: Socket
  readonly #heard: { readonly event: string; readonly payload: unknown }[] = []

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.onAny((event: string, payload: unknown) => this.#heard.push({ event, payload }))
  }

  /** Connects; by polling where no WebSocket gets through. @throws Error with the gateway's words when it refuses. */
  static async open(
    gatewayUrl: string,
    token: string | undefined,
    by: 'websocket' | 'polling' = 'websocket',
  ): Promise<PlayerSocket> {
    const socket = io(gatewayUrl, { path: socketPath, auth: { token }, transports: [by], reconnection: false })
    const opened = new PlayerSocket(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    return opened
  }

  /** Sends a command and waits for its acknowledgement. @throws Error when none comes */
  async ask(command: SocketCommandShape, payload: unknown = {}): Promise<Readonly<Record<string, unknown>>> {
    return (await this.#socket.timeout(answerWithinMs).emitWithAck(command.event, payload)) as Readonly<
      Record<string, unknown>
    >
  }

  /** What has come on an event, in order. */
  heardOn(event: string): unknown[] {
    return this.#heard.filter((heard) => heard.event === event).map(({ payload }) => payload)
  }

  /** What has come of a signal, in order. */
  heard(signal: SignalShape): unknown[] {
    return this.#heard.filter(({ event }) => event === signal.socket?.event).map(({ payload }) => payload)
  }

  close(): void {
    this.#socket.disconnect()
  }
}
