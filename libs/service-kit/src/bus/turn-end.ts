/**
 * The end of a turn of the event loop: what calls, answers and signals have gathered by then leaves in one write to the socket. A write wakes the server, and
 * costs both sides more than what is in it.
 */
export class TurnEnd {
  readonly #works = new Set<() => void>()

  /** Runs `work`, which must not throw, when what is being read in this turn has been dealt with; once, however often it is asked for. */
  add(work: () => void): void {
    if (this.#works.size === 0) setImmediate(() => this.run())
    this.#works.add(work)
  }

  /** Does not wait for the end of the turn. */
  run(): void {
    const works = [...this.#works]
    this.#works.clear()
    for (const work of works) work()
  }
}
