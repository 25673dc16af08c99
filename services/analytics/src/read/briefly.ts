/** Answers that stand for a moment, so that many who ask for the same cost one reading. A refusal is not kept. */
export class Briefly<Key extends object, Answer> {
  readonly #freshMs: number
  readonly #kept = new WeakMap<Key, { readonly atMs: number; readonly answer: Promise<Answer> }>()

  constructor(freshMs: number) {
    this.#freshMs = freshMs
  }

  /** The answer of a moment ago, or the one that `ask` gives. */
  get(key: Key, ask: () => Promise<Answer>): Promise<Answer> {
    const kept = this.#kept.get(key)
    if (kept !== undefined && performance.now() - kept.atMs < this.#freshMs) return kept.answer
    const answer = ask()
    this.#kept.set(key, { atMs: performance.now(), answer })
    answer.catch(() => this.#kept.delete(key))
    return answer
  }
}
