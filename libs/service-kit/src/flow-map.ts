/** Keys of values that are gone are kept until there are so many more of them than of others. */
const spareKeys = 1_024

/**
 * A map for what comes and goes all the time: calls that are under way, commands that wait. In V8 a Map that grows or sheds what was deleted leaves its old
 * table behind, which points to the new one. Once such a table is among the old objects, every later one, with all that it held, is copied by each
 * collection of the young until the next full one: pauses of 20 ms where 1 ms is needed. So this map deletes nothing; now and then it makes another Map,
 * to which nothing points, of what is still there.
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
