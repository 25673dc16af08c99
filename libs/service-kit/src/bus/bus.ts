import { inboxPrefix, queueOf } from '@kismet/contracts'
import type { Input, OperationShape, Output, SignalShape } from '@kismet/contracts'
import type { Msg, NatsConnection } from '@nats-io/nats-core'
import { connect } from '@nats-io/transport-node'
import type { z } from 'zod'
import type { Handler } from '../handle.ts'
import { TokenVerifier } from '../tokens.ts'
import type { KeySource } from '../tokens.ts'
import { Caller } from './caller.ts'
import type { CallMeta, WireReply } from './envelope.ts'
import { listen } from './listen.ts'
import type { BusParts, Line } from './listen.ts'
import { Server } from './server.ts'
import type { Serving } from './server.ts'
import { TurnEnd } from './turn-end.ts'

/**
 * Pings find a dead connection after 6 s. The server does the same from its side (real-servers,
 * `nats-config`).
 */
const pingEveryMs = 2_000
const maxPingOut = 2

/** A service's place on the bus: calls, answers and signals. */
export class Bus {
  readonly verifier: TokenVerifier
  readonly #line: Line
  readonly #reconnected: (() => void)[] = []
  readonly #caller: Caller
  readonly #server: Server
  #connected = true
  #isRefused = false

  private constructor(nats: NatsConnection, parts: BusParts, keys: (bus: Bus) => KeySource) {
    const onRefused = (subject: string, error: Error): void => {
      this.#isRefused = true
      const what =
        'NATS refused a subscription. Check that NATS has loaded the users of this release, and restart this service'
      parts.log.error({ err: error, subject }, what)
    }
    this.#line = { ...parts, nats, onRefused, turnEnd: new TurnEnd() }
    this.verifier = new TokenVerifier(keys(this), parts.clock)
    this.#caller = new Caller(this.#line)
    this.#server = new Server(this.#line, this.verifier)
    void this.#watch()
  }

  /**
   * Connects with the user and password of the URL. Reconnects for ever afterwards. `keys` says where the keys for tokens come from.
   * @throws Error when the first connection fails.
   */
  static async open(parts: BusParts, keys: (bus: Bus) => KeySource): Promise<Bus> {
    const url = new URL(parts.url)
    const nats = await connect({
      servers: url.host,
      ...(url.username === ''
        ? {}
        : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }),
      name: parts.service,
      inboxPrefix: inboxPrefix(parts.service),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      // A refused password may become valid: NATS reloads its users while services run.
      ignoreAuthErrorAbort: true,
      pingInterval: pingEveryMs,
      maxPingOut,
      noAsyncTraces: true,
    })
    return new Bus(nats, parts, keys)
  }

  get connected(): boolean {
    return this.#connected
  }

  /** True while the connection stands, and NATS has refused no subscription. After a refusal a restart helps. */
  get hearsAll(): boolean {
    return this.#connected && !this.#isRefused
  }

  /** Calls an operation, input and answer in the form inside. @throws Refusal */
  call<O extends OperationShape>(operation: O, input: Input<O>, meta: CallMeta): Promise<Output<O>> {
    return this.#caller.call(operation, input, meta)
  }

  /** Calls an operation, input and answer in their wire form: for the gateway, which only passes them on. @throws Refusal */
  send(operation: OperationShape, wireInput: unknown, meta: CallMeta): Promise<WireReply> {
    return this.#caller.send(operation, wireInput, meta)
  }

  /** Answers operations until it is stopped: as one of the replicas, or with `asLeader` every call that comes while that says so. */
  serve<Context>(handlers: readonly Handler<Context>[], context: Context, asLeader?: () => boolean): Serving {
    return this.#server.serve(handlers, context, asLeader)
  }

  /** Waits until the server has seen everything that was said before: from then on what is served is found by callers. */
  async flush(): Promise<void> {
    this.#line.turnEnd.run()
    await this.#line.nats.flush()
  }

  /** Sends an event to all listeners. An event is not stored, and the sender does not wait. */
  signal<S extends SignalShape>(signal: S, payload: z.output<S['payload']>): void {
    if (this.#line.nats.isClosed()) return
    this.#line.turnEnd.add(() => {
      try {
        this.#line.nats.publish(signal.subject, JSON.stringify(signal.payload.encode(payload)))
      } catch (error) {
        this.#line.log.error({ err: error, subject: signal.subject }, 'failed to send an event to NATS')
      }
    })
  }

  /** Listens to a signal; the payload is in its wire form. `shared`: only one replica of this service hears each. */
  onSignal<S extends SignalShape>(
    signal: S,
    hear: (payload: z.input<S['payload']>) => void,
    { shared }: { shared: boolean },
  ): void {
    const receive = (message: Msg) => {
      const payload = message.json<z.input<S['payload']>>()
      signal.payload.decode(payload)
      hear(payload)
    }
    listen(this.#line, signal.subject, receive, shared ? queueOf(this.#line.service) : undefined)
  }

  /** Says when the connection has come back: events of the time between were missed. */
  onReconnect(hear: () => void): void {
    this.#reconnected.push(hear)
  }

  /** Takes no more calls and answers those that it has. It can still call and tell. */
  drain(): Promise<void> {
    return this.#server.drain()
  }

  /** Answers what has been taken, then leaves. */
  async close(): Promise<void> {
    await this.drain()
    this.#line.turnEnd.run()
    if (!this.#line.nats.isClosed()) await this.#line.nats.drain().catch(() => this.#line.nats.close())
  }

  async #watch(): Promise<void> {
    for await (const status of this.#line.nats.status()) {
      if (status.type === 'disconnect' || status.type === 'reconnect') {
        this.#connected = status.type === 'reconnect'
        this.#caller.online = this.#connected
        if (this.#connected) for (const hear of this.#reconnected) hear()
      }
      if (status.type === 'error') this.#line.log.warn({ err: status.error }, 'NATS reported an error')
      else if (status.type !== 'ping')
        this.#line.log.info({ status: status.type }, 'NATS connection changed its status')
    }
  }
}
