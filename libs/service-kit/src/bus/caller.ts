import { randomUUID } from 'node:crypto'
import { defaultTimeoutMs, inboxPrefix, isErrorCode, ledServices, serviceOf, subjectOf } from '@kismet/contracts'
import type { Input, OperationShape, Output } from '@kismet/contracts'
import type { Msg } from '@nats-io/nats-core'
import { FlowMap } from '../flow-map.ts'
import { Refusal } from '../refusal.ts'
import { WireReplies } from './envelope.ts'
import type { CallMeta, WireReply } from './envelope.ts'
import { Frames } from './frames.ts'
import { listen } from './listen.ts'
import type { Line } from './listen.ts'

interface Waiting {
  readonly id: number
  readonly subject: string
  readonly text: string
  /** Of the monotonic clock, in ms. */
  readonly madeAt: number
  /** The name of the frame that carried the call last. Only an answer to that frame settles the call. */
  frame: string
  readonly resolve: (reply: WireReply) => void
  readonly reject: (error: Refusal) => void
  readonly timer: NodeJS.Timeout
}

/** Calls that wait for an answer at one time; more are refused as `unavailable`. */
const maxWaiting = 16_384
/** How long until calls that no leader has heard are sent again. */
const askAgainMs = 100
/** A successor leads within 2 s of a leader that was killed (docs/internals/decisions/0008). Who asks has time left to do without the answer. */
const heardWithinMs = 2_500

/**
 * Sends calls and matches the answers. Calls to one subject in one turn of the event loop leave as
 * one frame (docs/internals/decisions/0002). The reply subject of a frame has a random last part,
 * so that only the receiver of the frame can answer its calls. A call without a listener fails at
 * once. Calls to a service with a leader are retried for a while, because a failover may be under
 * way (docs/internals/decisions/0019).
 */
export class Caller {
  readonly #line: Line
  readonly #inbox: string
  readonly #frames: Frames<Waiting>
  readonly #waiting = new FlowMap<number, Waiting>()
  #lastId = 0
  #online = true

  constructor(line: Line) {
    this.#line = line
    this.#inbox = `${inboxPrefix(line.service)}.${randomUUID()}.`
    this.#frames = new Frames(line.turnEnd, (subject, frame, calls) => this.#publish(subject, frame, calls))
    listen(line, `${this.#inbox}*`, (message) => this.#receive(message))
  }

  /** Told of the connection. Calls that wait when it breaks fail at once. Their outcome is unknown, as with any `unavailable`. */
  set online(online: boolean) {
    this.#online = online
    if (online) return
    this.#frames.clear()
    for (const id of this.#waiting.keys()) this.#fail(id)
  }

  async call<O extends OperationShape>(operation: O, input: Input<O>, meta: CallMeta): Promise<Output<O>> {
    const reply = await this.send(operation, operation.input.encode(input), meta)
    return operation.output.decode(reply.out) as Output<O>
  }

  send(operation: OperationShape, wireInput: unknown, meta: CallMeta): Promise<WireReply> {
    if (!this.#online || this.#waiting.size >= maxWaiting) return Promise.reject(new Refusal('unavailable'))
    const id = (this.#lastId += 1)
    return new Promise((resolve, reject) => {
      const subject = operation.subjectFor?.(wireInput) ?? subjectOf(operation, this.#line.service)
      const text = JSON.stringify({ i: id, meta, in: wireInput })
      const timer = setTimeout(() => this.#fail(id), operation.timeoutMs ?? defaultTimeoutMs)
      const waiting = { id, subject, text, madeAt: performance.now(), frame: '', resolve, reject, timer }
      this.#waiting.set(id, waiting)
      this.#frames.add(subject, waiting)
    })
  }

  #publish(subject: string, frame: string, calls: readonly Waiting[]): void {
    const name = randomUUID()
    for (const call of calls) call.frame = name
    try {
      this.#line.nats.publish(subject, frame, { reply: `${this.#inbox}${name}` })
    } catch {
      for (const { id } of calls) this.#fail(id)
    }
  }

  #receive(message: Msg): void {
    const frame = message.subject.slice(this.#inbox.length)
    if (message.headers?.code === 503) this.#unheard(frame)
    else for (const reply of WireReplies.parse(message.json())) this.#settle(frame, reply)
  }

  /** NATS found no listener for a frame. */
  #unheard(frame: string): void {
    const calls = this.#waiting.keys().flatMap((id) => this.#waiting.get(id) ?? [])
    const unheard = calls.filter((call) => call.frame === frame)
    const tooOld = performance.now() + askAgainMs - heardWithinMs
    for (const call of unheard)
      if (!ledServices.includes(serviceOf(call.subject)) || call.madeAt < tooOld) this.#fail(call.id)
    const again = unheard.filter(({ id }) => this.#waiting.has(id))
    setTimeout(() => {
      for (const call of again) if (this.#waiting.has(call.id)) this.#frames.add(call.subject, call)
    }, askAgainMs)
  }

  #settle(frame: string, reply: WireReply): void {
    const waiting = this.#waiting.get(reply.i)
    if (waiting?.frame !== frame) return
    this.#forget(waiting)
    const { e } = reply
    if (e === undefined) waiting.resolve(reply)
    else waiting.reject(isErrorCode(e.c) ? Refusal.read(e.c, e.m, e.p) : new Refusal('internal'))
  }

  #fail(id: number): void {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    this.#forget(waiting)
    waiting.reject(new Refusal('unavailable'))
  }

  #forget({ id, timer }: Waiting): void {
    clearTimeout(timer)
    this.#waiting.delete(id)
  }
}
