import type { OpenPlay } from './plays.ts'

/** Each is a kilobyte or two. */
const most = 20_000

/**
 * The plays that last as this process has seen them last, so that a step costs one write and no read. Nothing depends on them: a write names the state that it was decided by, and
 * where another replica has moved the play since, it is read again.
 */
export class OpenPlays {
  readonly #plays = new Map<string, OpenPlay>()

  get(betId: string): OpenPlay | undefined {
    return this.#plays.get(betId)
  }

  /** Remembers a play that goes on, and forgets one that does not; the one that was moved longest ago goes when there are too many. */
  set(play: OpenPlay): void {
    this.#plays.delete(play.betId)
    if (play.ending !== null) return
    this.#plays.set(play.betId, play)
    if (this.#plays.size <= most) return
    for (const betId of this.#plays.keys()) {
      this.#plays.delete(betId)
      break
    }
  }

  forget(betId: string): void {
    this.#plays.delete(betId)
  }
}
