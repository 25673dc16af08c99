import type { EventEmitter } from 'node:events'

/** Limits how many open connections each owner has. A connection has one place, for one owner. */
export class Places {
  readonly #most: number
  readonly #held = new Map<string, Set<EventEmitter>>()
  readonly #placed = new WeakSet<EventEmitter>()

  /** @param most rounded, at least 1 */
  constructor(most: number) {
    this.#most = Math.max(1, Math.round(most))
  }

  /** Takes a place until the connection closes. @returns false when all places are taken, or the connection has a place */
  take(owner: string, connection: EventEmitter): boolean {
    const held = this.#held.get(owner) ?? new Set()
    if (this.#placed.has(connection) || held.size >= this.#most) return false
    this.#placed.add(connection)
    this.#held.set(owner, held.add(connection))
    connection.once('close', () => this.leave(owner, connection))
    return true
  }

  leave(owner: string, connection: EventEmitter): void {
    const held = this.#held.get(owner)
    if (held?.delete(connection) === true) this.#placed.delete(connection)
    if (held?.size === 0) this.#held.delete(owner)
  }
}
