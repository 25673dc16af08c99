import { defaultTimeoutMs, inboxPrefix, isErrorCode } from '@kismet/contracts'
import type { BusUser, Input, OperationShape, Output } from '@kismet/contracts'
import type { Msg, NatsConnection } from '@nats-io/nats-core'
import type { Clock } from '../clock.ts'
import { FlowMap } from '../flow-map.ts'
import { Refusal } from '../refusal.ts'
import { framesOf, WireReplies } from './envelope.ts'
import type { CallMeta, WireReply } from './envelope.ts'

interface Waiting {
  readonly resolve: (reply: WireReply) => void
  readonly reject: (error: Refusal) => void
  readonly timer: NodeJS.Timeout
  frame: number
}

interface Outgoing {
  readonly id: number
  readonly text: string
}

/** Calls that wait for an answer at one time; more are refused as `unavailable`. */
const maxWaiting = 16_384

/**
 * Sends calls and matches the answers. Calls that are made in one turn of the event loop to one subject leave as one message, which is worth as
 * much as the bus itself under load, and adds no wait when there is only one.
 */
export class Caller {
  readonly #nats: NatsConnection
  readonly #clock: Clock
  readonly #inbox: string
  readonly #waiting = new FlowMap<number, Waiting>()
  readonly #frames = new FlowMap<number, Set<number>>()
  #outgoing = new Map<string, Outgoing[]>()
  #lastId = 0
  #lastFrame = 0
  #flushing = false
  #online = true

  constructor(nats: NatsConnection, service: BusUser, instance: string, clock: Clock) {
    this.#nats = nats
    this.#clock = clock
    this.#inbox = `${inboxPrefix(service)}.${instance}`
    nats.subscribe(`${this.#inbox}.*`, { callback: (_error, message) => this.#receive(message) })
  }

  /** Told of the connection. Calls that wait when it breaks fail at once: whether they were carried out is not known, as with any `unavailable`. */
  set online(online: boolean) {
    this.#online = online
    if (!online) for (const id of this.#waiting.keys()) this.#fail(id)
  }

  /** Calls an operation with input in the form inside (paise). @throws Refusal */
  async call<O extends OperationShape>(operation: O, input: Input<O>, meta: CallMeta): Promise<Output<O>> {
    const reply = await this.send(operation, operation.input.encode(input), meta)
    return operation.output.decode(reply.out) as Output<O>
  }

  /** Calls an operation with input in its wire form and gives the answer in its wire form. @throws Refusal */
  send(operation: OperationShape, wireInput: unknown, meta: CallMeta): Promise<WireReply> {
    if (!this.#online || this.#waiting.size >= maxWaiting) return Promise.reject(new Refusal('unavailable'))
    const id = (this.#lastId += 1)
    const timeoutMs = operation.timeoutMs ?? defaultTimeoutMs
    const call = {
      i: id,
      d: this.#clock.now() + timeoutMs,
      r: meta.requestId,
      t: meta.token,
      k: meta.key,
      a: meta.ip,
      in: wireInput,
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#fail(id), timeoutMs)
      this.#waiting.set(id, { resolve, reject, timer, frame: 0 })
      this.#enqueue(operation.subject, { id, text: JSON.stringify(call) })
    })
  }

  #enqueue(subject: string, outgoing: Outgoing): void {
    const queue = this.#outgoing.get(subject)
    if (queue === undefined) this.#outgoing.set(subject, [outgoing])
    else queue.push(outgoing)
    if (this.#flushing) return
    this.#flushing = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#flushing = false
    for (const [subject, queue] of this.#outgoing) {
      let sent = 0
      for (const frame of framesOf(queue.map((outgoing) => outgoing.text))) {
        this.#sendFrame(subject, queue.slice(sent, sent + frame.length), `[${frame.join(',')}]`)
        sent += frame.length
      }
    }
    this.#outgoing = new Map()
  }

  #sendFrame(subject: string, calls: readonly Outgoing[], payload: string): void {
    const frame = (this.#lastFrame += 1)
    this.#frames.set(frame, new Set(calls.map((call) => call.id)))
    for (const { id } of calls) {
      const waiting = this.#waiting.get(id)
      if (waiting !== undefined) waiting.frame = frame
    }
    try {
      this.#nats.publish(subject, payload, { reply: `${this.#inbox}.${frame}` })
    } catch {
      for (const { id } of calls) this.#fail(id)
    }
  }

  #receive(message: Msg): void {
    if (message.headers?.code === 503) {
      const frame = Number(message.subject.slice(this.#inbox.length + 1))
      for (const id of this.#frames.get(frame) ?? []) this.#fail(id)
      return
    }
    for (const reply of WireReplies.parse(message.json())) this.#settle(reply)
  }

  #settle(reply: WireReply): void {
    const waiting = this.#take(reply.i)
    if (waiting === undefined) return
    if (reply.e === undefined) waiting.resolve(reply)
    else if (isErrorCode(reply.e.c)) waiting.reject(new Refusal(reply.e.c, reply.e.m, reply.e.p))
    else waiting.reject(new Refusal('internal'))
  }

  #fail(id: number): void {
    this.#take(id)?.reject(new Refusal('unavailable'))
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return undefined
    clearTimeout(waiting.timer)
    this.#waiting.delete(id)
    const frame = this.#frames.get(waiting.frame)
    frame?.delete(id)
    if (frame?.size === 0) this.#frames.delete(waiting.frame)
    return waiting
  }
}
