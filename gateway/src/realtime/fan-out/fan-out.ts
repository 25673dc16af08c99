import type { Counter } from 'prom-client'
import type { GatewaySocket } from '../socket-types.ts'
import { Listener } from './listener.ts'
import type { Message } from './listener.ts'
import { eventFrame, pingFrame, ShortWay } from './short-way.ts'

/** About a millisecond's work: the most by which a tick holds up somebody's cash-out. */
const usualSocketsATurn = 100
/** Every 100th tick asks for an answer: every 10 s of a flight. Each costs about as much as two ticks. */
const ticksAProbe = 100
/** So many results may wait their turn; with one more the oldest goes out at once. */
const mostWaiting = 32

interface Job {
  readonly message: Message
  /** Who was there when it was told. */
  readonly listeners: readonly Listener[]
  /** Where among them it begins. */
  readonly start: number
  done: number
}

export interface FanOutParts {
  readonly dropped: Counter<'why'>
  /** So many sockets are written to in one turn of the event loop. */
  readonly socketsATurn?: number
  /** Runs what is left when others have had their turn. */
  readonly later?: (run: () => void) => void
  /** False: everything is told as Socket.IO does. */
  readonly byShortWay?: boolean
}

/**
 * Tells events to all sockets of players on this gateway: encoded once, a slice of sockets a turn of the event loop, beginning each time with others. Everybody
 * gets events in the order in which they were told; a droppable one ends where the next one begins, for those who have not had it.
 */
export class FanOut {
  readonly #dropped: Counter<'why'>
  readonly #socketsATurn: number
  readonly #later: (run: () => void) => void
  readonly #byShortWay: boolean
  readonly #listeners: Listener[] = []
  readonly #placeOf = new Map<GatewaySocket, number>()
  readonly #jobs: Job[] = []
  #first = 0
  #ticks = 0
  #isAskedFor = false

  constructor({ dropped, socketsATurn = usualSocketsATurn, later = setImmediate, byShortWay = true }: FanOutParts) {
    this.#dropped = dropped
    this.#socketsATurn = socketsATurn
    this.#later = later
    this.#byShortWay = byShortWay
  }

  /** The socket hears what is told from now on, until it disconnects. */
  join(socket: GatewaySocket): void {
    this.#placeOf.set(socket, this.#listeners.length)
    this.#listeners.push(new Listener(socket, this.#byShortWay ? new ShortWay(socket) : undefined))
    socket.once('disconnect', () => this.#leave(socket))
  }

  /** Tells an event to all. `isDroppable`: the next one makes up for it. */
  tell(event: string, payload: unknown, isDroppable: boolean): void {
    const isProbe = isDroppable && this.#ticks++ % ticksAProbe === 0
    const text = eventFrame(event, payload)
    const frame = isProbe ? Buffer.concat([text, pingFrame]) : text
    this.#cutLast()
    if (this.#jobs.length >= mostWaiting) this.#finishFirst()
    const listeners = [...this.#listeners]
    const start = this.#first % Math.max(1, listeners.length)
    this.#first = start + this.#socketsATurn
    this.#jobs.push({ message: { event, payload, frame, isDroppable, isProbe }, listeners, start, done: 0 })
    if (!this.#isAskedFor) this.#turn()
  }

  readonly #turn = (): void => {
    this.#isAskedFor = false
    const job = this.#jobs[0]
    if (job !== undefined && this.#slice(job)) this.#jobs.shift()
    if (this.#jobs.length === 0) return
    this.#isAskedFor = true
    this.#later(this.#turn)
  }

  /** @returns whether all have been told */
  #slice(job: Job): boolean {
    const { message, listeners, start } = job
    const end = Math.min(job.done + this.#socketsATurn, listeners.length)
    const fates = { sent: 0, waiting: 0, behind: 0 }
    for (; job.done < end; job.done += 1) {
      const listener = listeners[(start + job.done) % listeners.length]
      if (listener?.socket.connected === true) fates[listener.tell(message)] += 1
    }
    for (const why of ['waiting', 'behind'] as const) if (fates[why] > 0) this.#dropped.inc({ why }, fates[why])
    return job.done === listeners.length
  }

  /** Those who have not had the last event, if it is droppable, do not get it. They are the first to get the next one. */
  #cutLast(): void {
    const last = this.#jobs.at(-1)
    if (last?.message.isDroppable !== true) return
    this.#jobs.pop()
    this.#first = last.start + last.done
    this.#dropped.inc({ why: 'overtaken' }, last.listeners.length - last.done)
  }

  #finishFirst(): void {
    const job = this.#jobs.shift()
    while (job !== undefined && !this.#slice(job));
  }

  #leave(socket: GatewaySocket): void {
    const place = this.#placeOf.get(socket)
    const last = this.#listeners.pop()
    this.#placeOf.delete(socket)
    if (place === undefined || last === undefined || last.socket === socket) return
    this.#listeners[place] = last
    this.#placeOf.set(last.socket, place)
  }
}
