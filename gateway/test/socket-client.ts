import { adminNamespace } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import type { RunningGateway } from './network.ts'

interface ClientOptions {
  readonly admin?: boolean
  readonly origin?: string
  readonly transports?: ('websocket' | 'polling')[]
  readonly headers?: Record<string, string>
}

/** A browser's tab, as far as sockets go: remembers every event that it gets. */
export class Tab {
  readonly socket: Socket
  readonly events: { readonly event: string; readonly payload: unknown }[] = []
  failure: (Error & { data?: unknown }) | undefined
  closedBecause: string | undefined

  constructor({ url }: RunningGateway, token: unknown, options: ClientOptions = {}) {
    const { admin = false, origin, transports = ['websocket'], headers = {} } = options
    this.socket = io(`${url}${admin ? adminNamespace : ''}`, {
      auth: token === undefined ? {} : { token },
      transports,
      forceNew: true,
      reconnection: false,
      extraHeaders: { ...headers, ...(origin === undefined ? {} : { origin }) },
    })
    this.socket.onAny((event: string, payload: unknown) => this.events.push({ event, payload }))
    this.socket.on('connect_error', (error) => (this.failure = error))
    this.socket.on('disconnect', (reason) => (this.closedBecause = reason))
  }

  async connected(): Promise<this> {
    await eventually('the socket is connected or refused', () => this.socket.connected || this.failure !== undefined)
    if (this.failure !== undefined) throw this.failure
    return this
  }

  /** Waits for the refusal. */
  refused(): Promise<Error & { data?: unknown }> {
    return eventually('the socket is refused', () => this.failure)
  }

  /** What has come on an event so far. */
  got(event: string): unknown[] {
    return this.events.filter((one) => one.event === event).map(({ payload }) => payload)
  }

  ask(event: string, ...args: unknown[]): Promise<unknown> {
    return this.socket.timeout(5_000).emitWithAck(event, ...args)
  }

  close(): void {
    this.socket.disconnect()
  }
}
