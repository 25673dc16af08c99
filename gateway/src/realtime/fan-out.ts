import { eventFrame, directSocketOf } from './direct-socket.ts'
import { Slices } from './slices.ts'
import type { GatewaySocket } from './socket-types.ts'

/** About a millisecond of work: the longest delay of a cash-out by a tick. */
const usualSocketsATurn = 100

/** One event on its way to all sockets. */
interface Job {
  readonly event: string
  readonly payload: unknown
  readonly frame: Buffer
  readonly isDroppable: boolean
  readonly sockets: readonly GatewaySocket[]
  /** The place of the first socket. */
  readonly start: number
  done: number
  isCut: boolean
}

/**
 * Tells events to all sockets of players on this gateway: encoded once, a slice of sockets in a turn
 * of the event loop. Each event begins with other sockets. Events keep their order. A droppable
 * event ends where the next event begins.
 */
export class FanOut {
  readonly #slices: Slices
  readonly #socketsATurn: number
  readonly #sockets = new Set<GatewaySocket>()
  #last: Job | undefined
  #first = 0

  constructor(socketsATurn = usualSocketsATurn, slices: Slices = new Slices()) {
    this.#socketsATurn = socketsATurn
    this.#slices = slices
  }

  /** The socket hears later events until it disconnects. */
  join(socket: GatewaySocket): void {
    this.#sockets.add(socket)
    socket.once('disconnect', () => this.#sockets.delete(socket))
  }

  /** Tells an event to all. @param isDroppable the next event makes up for a loss */
  tell(event: string, payload: unknown, isDroppable: boolean): void {
    if (this.#last?.isDroppable === true && this.#last.done < this.#last.sockets.length) this.#cut(this.#last)
    const sockets = [...this.#sockets]
    const start = this.#first % Math.max(1, sockets.length)
    this.#first = start + this.#socketsATurn
    const frame = eventFrame(event, payload)
    const job: Job = { event, payload, frame, isDroppable, sockets, start, done: 0, isCut: false }
    this.#last = job
    this.#slices.add(() => this.#slice(job), isDroppable)
  }

  /** The sockets that have not had this event are the first to get the next event. */
  #cut(job: Job): void {
    job.isCut = true
    this.#first = job.start + job.done
  }

  #slice(job: Job): boolean {
    const { sockets, start } = job
    const end = job.isCut ? 0 : Math.min(job.done + this.#socketsATurn, sockets.length)
    for (; job.done < end; job.done += 1) {
      const socket = sockets[(start + job.done) % sockets.length]
      if (socket?.connected === true) write(socket, job)
    }
    return job.isCut || job.done === sockets.length
  }
}

/** A socket with data that has not left gets no droppable event. */
function write(socket: GatewaySocket, { event, payload, frame, isDroppable }: Job): void {
  const raw = directSocketOf(socket)
  const waits = raw === undefined ? !socket.conn.transport.writable : raw.writableLength > 0
  if (isDroppable && waits) return
  if (raw === undefined) socket.emit(event, payload)
  else raw.write(frame)
}
