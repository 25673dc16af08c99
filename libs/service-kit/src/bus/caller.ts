import { randomUUID } from 'node:crypto'
import { defaultTimeoutMs, inboxPrefix, isErrorCode, ledServices, serviceOf, subjectOf } from '@kismet/contracts'
import type { BusUser, Input, OperationShape, Output } from '@kismet/contracts'
import type { Msg } from '@nats-io/nats-core'
import { FlowMap } from '../flow-map.ts'
import { Refusal } from '../refusal.ts'
import { hasRoom, WireReplies } from './envelope.ts'
import type { CallMeta, WireReply } from './envelope.ts'
import { listen } from './listen.ts'
import type { Listener } from './listen.ts'
import type { TurnEnd } from './turn-end.ts'

interface Waiting {
  /** The call as it is sent. */
  readonly text: string
  /** Of the monotonic clock, in ms. */
  readonly madeAt: number
  /** With which it was sent last. */
  frame: Frame
  readonly resolve: (reply: WireReply) => void
  readonly reject: (error: Refusal) => void
  readonly timer: NodeJS.Timeout
}

/** Calls that leave as one message. */
interface Frame {
  readonly subject: string
  /**
   * The random last part of the reply subject. Only the receiver of the frame can answer the frame.
   */
  readonly name: string
  /** Those that wait for an answer, by their ids. */
  readonly waiting: Map<number, Waiting>
  texts: string[]
  bytes: number
}

export interface CallerParts extends Listener {
  readonly service: BusUser
  readonly turnEnd: TurnEnd
}

/** Calls that wait for an answer at one time; more are refused as `unavailable`. */
const maxWaiting = 16_384
/** How long until calls that no leader has heard are sent again. */
const askAgainMs = 100
/** A successor leads within 2 s of a leader that was killed (docs/internals/decisions/0008). Who asks has time left to do without the answer. */
const heardWithinMs = 2_500

/**
 * Sends calls and matches the answers. Calls to one subject in one turn of the event loop leave as
 * one message. This saves much of the work of NATS under load and does not delay a single call. A
 * call without a listener fails at once. Calls to a service with a leader are retried for a while,
 * because a failover may be under way (docs/internals/decisions/0019).
 */
export class Caller {
  readonly #parts: CallerParts
  readonly #inbox: string
  /** Frames that have left and have not been answered whole, by name. */
  readonly #frames = new FlowMap<string, Frame>()
  /** The frame of this turn of each subject. */
  readonly #leaving = new Map<string, Frame>()
  /** Frames that no leader has heard. They are among `#frames` until they are sent again. */
  readonly #unheard: Frame[] = []
  #waiting = 0
  #lastId = 0
  #online = true

  constructor(parts: CallerParts) {
    this.#parts = parts
    this.#inbox = `${inboxPrefix(parts.service)}.${randomUUID()}.`
    listen(parts, `${this.#inbox}*`, (message) => this.#receive(message))
  }

  /** Messages that have left and have not been answered whole. */
  get unanswered(): number {
    return this.#frames.size
  }

  /** Told of the connection. Calls that wait when it breaks fail at once: whether they were carried out is not known, as with any `unavailable`. */
  set online(online: boolean) {
    this.#online = online
    if (online) return
    this.#flush()
    for (const name of this.#frames.keys()) this.#failAll(this.#frames.get(name))
  }

  /** Calls an operation with input in the form inside (paise). @throws Refusal */
  async call<O extends OperationShape>(operation: O, input: Input<O>, meta: CallMeta): Promise<Output<O>> {
    const reply = await this.send(operation, operation.input.encode(input), meta)
    return operation.output.decode(reply.out) as Output<O>
  }

  /** Calls an operation with input in its wire form and gives the answer in its wire form. @throws Refusal */
  send(operation: OperationShape, wireInput: unknown, meta: CallMeta): Promise<WireReply> {
    if (!this.#online || this.#waiting >= maxWaiting) return Promise.reject(new Refusal('unavailable'))
    const id = (this.#lastId += 1)
    const timeoutMs = operation.timeoutMs ?? defaultTimeoutMs
    const call = {
      i: id,
      r: meta.requestId,
      t: meta.token,
      k: meta.key,
      a: meta.ip,
      b: meta.device,
      u: meta.userAgent,
      in: wireInput,
    }
    return new Promise((resolve, reject) => {
      const subject = operation.subjectFor?.(wireInput) ?? subjectOf(operation, this.#parts.service)
      const text = JSON.stringify(call)
      const frame = this.#enqueue(subject, text)
      const timer = setTimeout(() => this.#fail(waiting.frame, id), timeoutMs)
      const waiting = { text, madeAt: performance.now(), frame, resolve, reject, timer }
      frame.waiting.set(id, waiting)
      this.#waiting += 1
    })
  }

  #enqueue(subject: string, text: string): Frame {
    const open = this.#leaving.get(subject)
    const textBytes = Buffer.byteLength(text)
    if (open !== undefined && hasRoom(open.texts.length, open.bytes, textBytes)) {
      open.texts.push(text)
      open.bytes += textBytes + 1
      return open
    }
    if (open !== undefined) this.#send(open)
    else this.#parts.turnEnd.add(this.#flush)
    const frame = { subject, name: randomUUID(), waiting: new Map(), texts: [text], bytes: textBytes + 1 }
    this.#leaving.set(subject, frame)
    return frame
  }

  readonly #flush = (): void => {
    for (const frame of this.#leaving.values()) this.#send(frame)
    this.#leaving.clear()
  }

  #send(frame: Frame): void {
    if (frame.waiting.size === 0) return
    this.#frames.set(frame.name, frame)
    try {
      this.#parts.nats.publish(frame.subject, `[${frame.texts.join(',')}]`, { reply: `${this.#inbox}${frame.name}` })
      frame.texts = []
    } catch {
      this.#failAll(frame)
    }
  }

  /** Settles calls of the answered frame only. A frame after its timeout is unknown. */
  #receive(message: Msg): void {
    const frame = this.#frames.get(message.subject.slice(this.#inbox.length))
    if (frame === undefined) return
    if (message.headers?.code === 503) this.#nobodyHeard(frame)
    else for (const reply of WireReplies.parse(message.json())) this.#settle(frame, reply)
  }

  #nobodyHeard(frame: Frame): void {
    if (!ledServices.includes(serviceOf(frame.subject))) {
      this.#failAll(frame)
      return
    }
    if (this.#unheard.length === 0) setTimeout(this.#askAgain, askAgainMs)
    this.#unheard.push(frame)
  }

  readonly #askAgain = (): void => {
    const tooOld = performance.now() - heardWithinMs
    for (const frame of this.#unheard.splice(0))
      for (const [id, waiting] of frame.waiting) {
        if (waiting.madeAt < tooOld) {
          this.#fail(frame, id)
          continue
        }
        this.#leave(frame, id)
        waiting.frame = this.#enqueue(frame.subject, waiting.text)
        waiting.frame.waiting.set(id, waiting)
      }
  }

  #settle(frame: Frame, reply: WireReply): void {
    const waiting = this.#take(frame, reply.i)
    const { e } = reply
    if (e === undefined) waiting?.resolve(reply)
    else waiting?.reject(isErrorCode(e.c) ? Refusal.read(e.c, e.m, e.p) : new Refusal('internal'))
  }

  #failAll(frame: Frame | undefined): void {
    if (frame !== undefined) for (const id of frame.waiting.keys()) this.#fail(frame, id)
  }

  #fail(frame: Frame, id: number): void {
    this.#take(frame, id)?.reject(new Refusal('unavailable'))
  }

  #take(frame: Frame, id: number): Waiting | undefined {
    const waiting = frame.waiting.get(id)
    if (waiting === undefined) return undefined
    clearTimeout(waiting.timer)
    this.#waiting -= 1
    this.#leave(frame, id)
    return waiting
  }

  /** Forgets a frame when its last call is settled. */
  #leave(frame: Frame, id: number): void {
    frame.waiting.delete(id)
    if (frame.waiting.size === 0) this.#frames.delete(frame.name)
  }
}
