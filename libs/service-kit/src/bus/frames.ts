import type { TurnEnd } from './turn-end.ts'

/** Calls of one turn to one subject travel as one message: a frame. So do answers. */
export const maxFrameCalls = 256
export const maxFrameBytes = 400_000

/** Gathers JSON texts by subject. Publishes a frame at the end of a turn of the event loop, or when the frame is full. */
export class Frames<P extends { readonly text: string }> {
  readonly #turnEnd: TurnEnd
  readonly #publish: (subject: string, frame: string, parts: readonly P[]) => void
  readonly #bySubject = new Map<string, { readonly parts: P[]; bytes: number }>()

  constructor(turnEnd: TurnEnd, publish: (subject: string, frame: string, parts: readonly P[]) => void) {
    this.#turnEnd = turnEnd
    this.#publish = publish
  }

  add(subject: string, part: P): void {
    const bytes = Buffer.byteLength(part.text) + 1
    const frame = this.#bySubject.get(subject)
    if (frame === undefined) this.#bySubject.set(subject, { parts: [part], bytes })
    else if (frame.parts.length === maxFrameCalls || frame.bytes + bytes > maxFrameBytes) {
      this.#send(subject, frame.parts)
      this.#bySubject.set(subject, { parts: [part], bytes })
    } else {
      frame.parts.push(part)
      frame.bytes += bytes
    }
    this.#turnEnd.add(this.flush)
  }

  /** Forgets what has not left. */
  clear(): void {
    this.#bySubject.clear()
  }

  readonly flush = (): void => {
    for (const [subject, { parts }] of this.#bySubject) this.#send(subject, parts)
    this.clear()
  }

  #send(subject: string, parts: readonly P[]): void {
    this.#publish(subject, `[${parts.map(({ text }) => text).join(',')}]`, parts)
  }
}
