import { callersOf, inboxPrefix, queueOf, serviceOf, subjectsOf, universalErrors } from '@kismet/contracts'
import type { BusUser, ErrorCode, OperationShape } from '@kismet/contracts'
import type { Msg } from '@nats-io/nats-core'
import type { Call, Handler } from '../handle.ts'
import { isRefusal, Refusal, refusalOf, requireInput } from '../refusal.ts'
import { callerOf } from '../tokens.ts'
import type { Caller, TokenVerifier } from '../tokens.ts'
import { WireCalls } from './envelope.ts'
import type { WireCall, WireReply } from './envelope.ts'
import { Frames } from './frames.ts'
import { listen } from './listen.ts'
import type { Line } from './listen.ts'

/** Calls that one service works on at a time; more are refused as `unavailable`. */
const maxRunning = 8_192

export interface Serving {
  /** Takes no more calls and waits until those that run are answered. */
  stop(): Promise<void>
}

/** A call and its sender, where the subject names the sender. */
type HeardCall = WireCall & { readonly caller: BusUser | undefined }

/** What runs of some operations that are served together. */
interface Running {
  calls: number
  idle: (() => void)[]
}

/** Answers operations: reads frames, checks each call, runs its handler, and sends the answers of one tick as one message. */
export class Server {
  readonly #line: Line
  readonly #verifier: TokenVerifier
  readonly #servings = new Set<Serving>()
  readonly #replies: Frames<{ readonly text: string }>
  #running = 0

  constructor(line: Line, verifier: TokenVerifier) {
    this.#line = line
    this.#verifier = verifier
    this.#replies = new Frames(line.turnEnd, (inbox, frame) => this.#publish(inbox, frame))
  }

  /**
   * Serves operations. Each call reaches one replica, or this process only with `asLeader`, so that
   * a paused former leader takes no calls. Calls are dropped while `asLeader` answers false,
   * because the successor serves them.
   */
  serve<Context>(handlers: readonly Handler<Context>[], context: Context, asLeader?: () => boolean): Serving {
    const running: Running = { calls: 0, idle: [] }
    const places = handlers.flatMap((handler) => subjectsOf(handler.operation).map((place) => ({ ...place, handler })))
    const endings = places.map(({ subject, caller, handler }) => {
      const callers = caller === undefined ? callersOf(handler.operation) : [caller]
      const inboxes = callers.map((user) => `${inboxPrefix(user)}.`)
      const receive = (message: Msg) => {
        if (asLeader?.() === false) return
        for (const call of callsOf(message, inboxes))
          void this.#answer({ ...call, caller }, message.reply ?? '', handler, context, running)
      }
      return listen(this.#line, subject, receive, asLeader === undefined ? queueOf(serviceOf(subject)) : undefined)
    })
    const serving = {
      stop: async () => {
        // A lost connection cannot be drained, but running calls are still awaited.
        await Promise.allSettled(endings.map((end) => end()))
        if (running.calls > 0) await new Promise<void>((resolve) => running.idle.push(resolve))
        this.#replies.flush()
        this.#servings.delete(serving)
      },
    }
    this.#servings.add(serving)
    return serving
  }

  async drain(): Promise<void> {
    await Promise.all([...this.#servings].map((serving) => serving.stop()))
  }

  async #answer<Context>(
    call: HeardCall,
    reply: string,
    handler: Handler<Context>,
    context: Context,
    running: Running,
  ): Promise<void> {
    this.#running += 1
    running.calls += 1
    const startedAt = performance.now()
    let outcome: WireReply
    try {
      outcome = await this.#run(call, handler, context)
    } catch (error) {
      outcome = { i: call.i, e: this.#failure(error, handler.operation, call) }
    }
    const seconds = (performance.now() - startedAt) / 1000
    this.#line.metrics(handler.operation.subject, outcome.e?.c ?? 'ok', seconds)
    this.#replies.add(reply, { text: JSON.stringify(outcome) })
    this.#running -= 1
    running.calls -= 1
    if (running.calls === 0) for (const resolve of running.idle.splice(0)) resolve()
  }

  async #run<Context>(wire: HeardCall, { operation, run }: Handler<Context>, context: Context): Promise<WireReply> {
    if (this.#running > maxRunning) throw new Refusal('unavailable')
    const access = operation.route?.access ?? operation.access ?? 'anyone'
    const caller = await callerOf(this.#verifier, access, wire.meta.token)
    const input = requireInput(operation.input, wire.in)
    const reply: WireReply = { i: wire.i }
    const { log } = this.#line
    const call: Call<OperationShape> & Caller = {
      input,
      meta: wire.meta,
      get log() {
        return log.child({ requestId: wire.meta.requestId })
      },
      replayed: () => (reply.p = 1),
      keepDevice: (token) => (reply.b = token),
      asker: wire.caller,
      ...caller,
    }
    reply.out = operation.output.encode(await run(context, call))
    return reply
  }

  #failure(error: unknown, operation: OperationShape, call: WireCall): NonNullable<WireReply['e']> {
    const listed: readonly ErrorCode[] = [...operation.errors, ...universalErrors, 'unauthenticated', 'forbidden']
    if (isRefusal(error) && listed.includes(error.code)) {
      return { c: error.code, m: error.message, ...(error.params === undefined ? {} : { p: error.params }) }
    }
    const { subject } = operation
    this.#line.log.error(
      { err: error, subject, requestId: call.meta.requestId },
      'an operation failed with an unexpected error',
    )
    const { code, message } = isRefusal(error) ? new Refusal('internal') : refusalOf(error)
    return { c: code, m: message }
  }

  /**
   * An answer above the message limit, or after the connection was closed, is lost. The caller
   * reaches its timeout.
   */
  #publish(inbox: string, frame: string): void {
    try {
      this.#line.nats.publish(inbox, frame)
    } catch (error) {
      this.#line.log.error({ err: error, chars: frame.length }, 'failed to send answers to NATS')
    }
  }
}

/**
 * Reads a frame. Its answers may only go to the inbox of a permitted caller, because NATS lets a
 * service reply to any subject that a message names.
 * @throws Error for an invalid frame
 */
function callsOf(message: Msg, inboxes: readonly string[]): WireCall[] {
  if (!inboxes.some((inbox) => message.reply?.startsWith(inbox) === true))
    throw new Error('A message with calls has no valid reply inbox')
  return WireCalls.parse(message.json())
}
