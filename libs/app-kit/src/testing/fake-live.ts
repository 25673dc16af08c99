import type { SocketCommandShape, SocketEventShape } from '@kismet/contracts'
import type { z } from 'zod'
import { unanswered } from '../call-error.ts'
import type { CallResult } from '../call.ts'
import type { Emit, Live, LiveHandlers } from '../live/live-connection.ts'

/** Stands where the live connection would be: `push` is an event of the server, as the contracts have it. It is up as soon as it is opened. */
export class FakeLive implements Live {
  readonly #listeners = new Map<SocketEventShape, Set<(payload: never) => void>>()
  readonly #answers = new Map<
    SocketCommandShape,
    (payload: unknown) => CallResult<unknown> | Promise<CallResult<unknown>>
  >()
  #handlers: LiveHandlers | null = null
  /** The token of the session that it is open for. */
  token: string | null = null
  readonly tokens: string[] = []
  readonly emitted: { event: string; payload: unknown }[] = []
  checks = 0

  readonly open = (token: string): void => {
    this.token = token
    this.tokens.push(token)
    this.up()
  }

  readonly close = (): void => {
    this.token = null
  }

  readonly handle = (handlers: LiveHandlers): void => {
    this.#handlers = handlers
  }

  readonly on: Live['on'] = (event, handle) => {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners.add(handle))
    return () => void listeners.delete(handle)
  }

  readonly emit: Emit = (command, payload) => {
    this.emitted.push({ event: command.event, payload })
    return Promise.resolve((this.#answers.get(command)?.(payload) ?? { error: unanswered('timeout') }) as never)
  }

  readonly check = (): void => {
    this.checks += 1
  }

  /** From now on a command is acknowledged like this. */
  answer<C extends SocketCommandShape>(
    command: C,
    reply: (
      payload: z.output<C['payload']>,
    ) => CallResult<z.output<C['output']>> | Promise<CallResult<z.output<C['output']>>>,
  ): void {
    this.#answers.set(command, reply as never)
  }

  up(): void {
    this.#handlers?.up()
  }

  down(): void {
    this.#handlers?.down()
  }

  /** Its code does not come. */
  stuck(): void {
    this.#handlers?.notLoaded()
  }

  /** The server's clock was found to be ahead of this browser's. */
  clock(offsetMs: number): void {
    this.#handlers?.clock(offsetMs)
  }

  /** The server does not know the session any more. */
  end(): void {
    this.#handlers?.ended()
  }

  push<E extends SocketEventShape>(event: E, payload: z.input<E['payload']>): void {
    const read = event.payload.parse(payload)
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(read as never)
  }
}
