import type { EventEmitter } from 'node:events'

/** Counts what each owner holds open, until it is closed: never more than a number, however many come at once. */
export class Places {
  readonly #most: number
  readonly #held = new Map<string, Set<EventEmitter>>()

  constructor(most: number) {
    this.#most = Math.max(1, Math.round(most))
  }

  /** @returns false when the owner holds as many others already. */
  take(owner: string, holder: EventEmitter): boolean {
    const held = this.#held.get(owner) ?? new Set()
    if (held.has(holder)) return true
    if (held.size >= this.#most) return false
    this.#held.set(owner, held.add(holder))
    holder.once('close', () => {
      held.delete(holder)
      if (held.size === 0) this.#held.delete(owner)
    })
    return true
  }
}
