/** Something that is over, at any of its moments in ms: it stands still, or plays on. It begins at its end. `nowMs` is of `performance.now()`, which animation frames have too. */
export class Playback {
  readonly endMs: number
  /** Where it stood when it last stood still or changed its speed. */
  #atMs: number
  /** When that was; null while it stands still. */
  #sinceMs: number | null = null
  #speed = 1

  constructor(endMs: number) {
    this.endMs = endMs
    this.#atMs = endMs
  }

  get isPlaying(): boolean {
    return this.#sinceMs !== null
  }

  get speed(): number {
    return this.#speed
  }

  /** The moment at `nowMs`. */
  at(nowMs: number): number {
    if (this.#sinceMs === null) return this.#atMs
    return Math.min(this.endMs, this.#atMs + Math.max(0, nowMs - this.#sinceMs) * this.#speed)
  }

  /** Goes to a moment and stands there. */
  go(atMs: number): void {
    this.#sinceMs = null
    this.#atMs = Math.min(this.endMs, Math.max(0, atMs))
  }

  /** Plays on from where it is, or from its beginning when it was over. */
  play(nowMs: number): void {
    const atMs = this.at(nowMs)
    this.#atMs = atMs >= this.endMs ? 0 : atMs
    this.#sinceMs = nowMs
  }

  /** From now on it plays so many times as fast as it was. */
  setSpeed(speed: number, nowMs: number): void {
    this.#atMs = this.at(nowMs)
    if (this.isPlaying) this.#sinceMs = nowMs
    this.#speed = speed
  }
}
