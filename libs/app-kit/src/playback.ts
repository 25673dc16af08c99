/** A player for a recording, paused or playing, with moments in ms. It starts at the end. `nowMs` is `performance.now()`, as in animation frames. */
export class Playback {
  readonly endMs: number
  /** The moment at the last pause or change of speed. */
  #atMs: number
  /** The time of that change. Null while paused. */
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

  /** Jumps to a moment and pauses. */
  go(atMs: number): void {
    this.#sinceMs = null
    this.#atMs = Math.min(this.endMs, Math.max(0, atMs))
  }

  /** Plays from the current moment, or from the start after the end. */
  play(nowMs: number): void {
    const atMs = this.at(nowMs)
    this.#atMs = atMs >= this.endMs ? 0 : atMs
    this.#sinceMs = nowMs
  }

  /** Plays at `speed` times the recorded speed from now on. */
  setSpeed(speed: number, nowMs: number): void {
    this.#atMs = this.at(nowMs)
    if (this.isPlaying) this.#sinceMs = nowMs
    this.#speed = speed
  }
}
