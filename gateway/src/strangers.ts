import { limits } from '@kismet/contracts'
import type { Clock } from '@kismet/service-kit/clock'
import { networkOf } from '@kismet/service-kit/network'

interface Stranger {
  readonly network: string
  readonly sinceMs: number
  readonly close: () => void
}

/** How long the oldest of a full network is left in peace: longer than anybody honest needs. */
const hasHadItsChanceMs = 2_000

/**
 * Connections that have not shown a good token yet: a limited number from one network. When they are that many, the oldest gives way to a new one, once it has
 * had its chance, so that nobody can keep the neighbours of an address out for long.
 */
export class Strangers {
  readonly #clock: Clock
  readonly #perNetwork: number
  readonly #known = new Map<string, Set<Stranger>>()
  readonly #of = new WeakMap<object, Stranger>()

  /** `factor` multiplies the limit. */
  constructor(clock: Clock, factor: number) {
    this.#clock = clock
    this.#perNetwork = Math.max(1, Math.round(limits.strangers.perAddress * factor))
  }

  /** Counts a connection, until it is known or forgotten. @returns false when there is no room for it. */
  meet(connection: object, address: string | undefined, close: () => void): boolean {
    const network = networkOf(address)
    const others = this.#known.get(network) ?? new Set()
    const [oldest] = others
    if (oldest !== undefined && others.size >= this.#perNetwork) {
      if (this.#clock.now() - oldest.sinceMs < hasHadItsChanceMs) return false
      others.delete(oldest)
      oldest.close()
    }
    const stranger = { network, sinceMs: this.#clock.now(), close }
    this.#known.set(network, others.add(stranger))
    this.#of.set(connection, stranger)
    return true
  }

  /** It has shown a good token, or is closed. */
  forget(connection: object): void {
    const stranger = this.#of.get(connection)
    if (stranger === undefined) return
    this.#of.delete(connection)
    const others = this.#known.get(stranger.network)
    others?.delete(stranger)
    if (others?.size === 0) this.#known.delete(stranger.network)
  }
}
