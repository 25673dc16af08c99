/** Keys of values that are gone are kept until there are so many more of them than of others. */
const spareKeys = 1_024

/**
 * A map for values that come and go quickly, such as calls under way. A V8 Map that grows or
 * shrinks leaves its old table behind, which points to the new table. When an old table is in the
 * old generation, each young collection copies all later tables: pauses of 20 ms in place of 1 ms.
 * This map never deletes from a Map. From time to time it copies the live entries into a new Map.
 */
export class FlowMap<Key, Value extends object | string | number | boolean> {
  #map = new Map<Key, Value | undefined>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get(key: Key): Value | undefined {
    return this.#map.get(key)
  }

  has(key: Key): boolean {
    return this.#map.get(key) !== undefined
  }

  set(key: Key, value: Value): void {
    if (!this.has(key)) this.#size += 1
    this.#map.set(key, value)
    if (this.#map.size > 2 * this.#size + spareKeys) this.#renew()
  }

  delete(key: Key): void {
    if (!this.has(key)) return
    this.#map.set(key, undefined)
    this.#size -= 1
  }

  keys(): Key[] {
    return [...this.#map.keys()].filter((key) => this.has(key))
  }

  #renew(): void {
    const renewed = new Map<Key, Value | undefined>()
    for (const [key, value] of this.#map) if (value !== undefined) renewed.set(key, value)
    this.#map = renewed
  }
}
