/** One slice of a longer work. @returns whether the work is done */
export type Slice = () => boolean

/**
 * Does long work in slices, one in each turn of the event loop, so that a cash-out waits for one
 * slice at most. The works run one after the other, in the order of their arrival.
 */
export class Slices {
  readonly #later: (run: () => void) => void
  readonly #works: Slice[] = []
  #isAskedFor = false

  constructor(later: (run: () => void) => void = setImmediate) {
    this.#later = later
  }

  /** Does the first slice at once if no other work waits. */
  add(work: Slice): void {
    this.#works.push(work)
    if (!this.#isAskedFor) this.#turn()
  }

  readonly #turn = (): void => {
    this.#isAskedFor = false
    if (this.#works[0]?.() === true) this.#works.shift()
    if (this.#works.length === 0) return
    this.#isAskedFor = true
    this.#later(this.#turn)
  }
}
