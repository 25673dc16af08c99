import { kept } from '../metrics.ts'
import type { TurnEnd } from './turn-end.ts'

/** Calls of one turn to one subject travel as one message: a frame. So do answers. */
export const maxFrameCalls = 256
export const maxFrameBytes = 400_000

interface Part {
  /** JSON. */
  readonly text: string
}

/** Gathers JSON texts by subject and publishes them as frames at the end of a turn of the event loop. */
export class Frames<P extends Part> {
  readonly #turnEnd: TurnEnd
  readonly #publish: (subject: string, frame: string, parts: readonly P[]) => void
  readonly #bySubject = new Map<string, P[]>()

  constructor(turnEnd: TurnEnd, publish: (subject: string, frame: string, parts: readonly P[]) => void) {
    this.#turnEnd = turnEnd
    this.#publish = publish
  }

  add(subject: string, part: P): void {
    kept(this.#bySubject, subject, () => []).push(part)
    this.#turnEnd.add(this.flush)
  }

  /** Forgets what has not left. */
  clear(): void {
    this.#bySubject.clear()
  }

  readonly flush = (): void => {
    for (const [subject, parts] of this.#bySubject)
      for (const frame of framesOf(parts)) this.#publish(subject, `[${frame.map(({ text }) => text).join(',')}]`, frame)
    this.clear()
  }
}

/** Splits parts into frames that stay below the limits of a message. */
export function framesOf<P extends Part>(parts: readonly P[]): P[][] {
  const frames: P[][] = []
  let frame: P[] = []
  let bytes = 0
  for (const part of parts) {
    const partBytes = Buffer.byteLength(part.text) + 1
    if (frame.length > 0 && (frame.length === maxFrameCalls || bytes + partBytes > maxFrameBytes)) {
      frames.push(frame)
      frame = []
      bytes = 0
    }
    frame.push(part)
    bytes += partBytes
  }
  if (frame.length > 0) frames.push(frame)
  return frames
}
