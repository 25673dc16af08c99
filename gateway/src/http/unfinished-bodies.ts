/** What a chunk takes beside its own bytes: a body of single ones would hold fifty times what it says. */
export const bytesOfChunk = 256

interface Held {
  bytes: number
  readonly giveWay: () => void
}

/**
 * The JSON bodies of this process that have not come whole, whoever sends them. Where they hold more than they may, the one that began first gives way, which somebody
 * drips: honest ones are here for a moment.
 */
export class UnfinishedBodies {
  readonly #mostBytes: number
  /** In the order in which they began. */
  readonly #held = new Map<object, Held>()
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** A chunk of a body has come. `giveWay` ends that body. */
  add(body: object, chunkBytes: number, giveWay: () => void): void {
    const held = this.#held.get(body) ?? { bytes: 0, giveWay }
    this.#held.set(body, held)
    held.bytes += chunkBytes + bytesOfChunk
    this.#bytes += chunkBytes + bytesOfChunk
    for (const [first, { giveWay: end }] of this.#held) {
      if (this.#bytes <= this.#mostBytes) return
      this.forget(first)
      end()
    }
  }

  /** It is whole, or at an end. */
  forget(body: object): void {
    this.#bytes -= this.#held.get(body)?.bytes ?? 0
    this.#held.delete(body)
  }
}
