import type { OpenPlay } from './plays.ts'

/** Each is a kilobyte or two. */
const most = 20_000

/**
 * The last known state of games in progress, so that a step is one write without a read. The state
 * may be old: a write names the state of its decision, and the game is read again after another
 * replica has moved it.
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
