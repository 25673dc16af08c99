/**
 * A map that keeps at least the `size` values that were set last, and at most twice as many. It has two generations: when the young one is full it becomes
 * the old one, and what was in the old one is gone. So it needs no work for single values.
 */
export class NewestMap<Value> {
  readonly #size: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()

  constructor(size: number) {
    this.#size = size
  }

  get(key: string): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#size && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  delete(key: string): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }
}
