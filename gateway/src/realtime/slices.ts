/** One slice of a longer work. @returns whether the work is done */
export type Slice = () => boolean

/**
 * Does long work in slices, one in each turn of the event loop, so that a cash-out waits for one
 * slice at most. The works run one after the other, in the order of their arrival. When too many
 * wait, the oldest droppable one that waits is dropped, or else the oldest.
 */
export class Slices {
  readonly #later: (run: () => void) => void
  readonly #most: number
  readonly #works: { readonly slice: Slice; readonly isDroppable: boolean }[] = []
  #isAskedFor = false

  /** @param most works, with the one that runs */
  constructor(later: (run: () => void) => void = setImmediate, most = 256) {
    this.#later = later
    this.#most = most
  }

  /** Does the first slice at once if no other work waits. */
  add(slice: Slice, isDroppable = false): void {
    this.#works.push({ slice, isDroppable })
    if (this.#works.length > this.#most) {
      const oldestTick = this.#works.findIndex((work, nth) => nth > 0 && work.isDroppable)
      this.#works.splice(Math.max(1, oldestTick), 1)
    }
    if (!this.#isAskedFor) this.#turn()
  }

  readonly #turn = (): void => {
    this.#isAskedFor = false
    if (this.#works[0]?.slice() === true) this.#works.shift()
    if (this.#works.length === 0) return
    this.#isAskedFor = true
    this.#later(this.#turn)
  }
}
