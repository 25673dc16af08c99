/** One slice of a longer job. @returns whether the job is done */
export type Slice = () => boolean

/**
 * Runs long jobs in slices, one in each turn of the event loop, so that a cash-out waits for one
 * slice at most. Jobs run in the order of arrival. If too many jobs wait, the oldest waiting
 * droppable job is dropped. Without a droppable job, the oldest waiting job is dropped.
 */
export class Slices {
  readonly #later: (run: () => void) => void
  readonly #most: number
  readonly #jobs: { readonly slice: Slice; readonly isDroppable: boolean }[] = []
  #isAskedFor = false

  /** @param most the largest number of jobs, with the running job */
  constructor(later: (run: () => void) => void = setImmediate, most = 256) {
    this.#later = later
    this.#most = most
  }

  /** Runs the first slice at once if no other job waits. */
  add(slice: Slice, isDroppable = false): void {
    this.#jobs.push({ slice, isDroppable })
    if (this.#jobs.length > this.#most) {
      const oldestTick = this.#jobs.findIndex((job, nth) => nth > 0 && job.isDroppable)
      this.#jobs.splice(Math.max(1, oldestTick), 1)
    }
    if (!this.#isAskedFor) this.#turn()
  }

  readonly #turn = (): void => {
    this.#isAskedFor = false
    if (this.#jobs[0]?.slice() === true) this.#jobs.shift()
    if (this.#jobs.length === 0) return
    this.#isAskedFor = true
    this.#later(this.#turn)
  }
}
