import { limits } from '@kismet/contracts'
import type { Clock } from '@kismet/service-kit/clock'
import { networkOf } from '@kismet/service-kit/network'

interface Stranger {
  readonly network: string
  readonly sinceMs: number
  readonly close: () => void
}

/** How long a connection is left in peace: longer than anybody honest needs to show a token, also where thousands come at once. */
const chanceMs = 2_000

/** Connections that have not shown a good token yet. Once they have had their chance, those of one network are a limited number: the oldest are closed. */
export class Strangers {
  readonly #clock: Clock
  readonly #perNetwork: number
  /** In the order in which they came. */
  readonly #all = new Map<object, Stranger>()

  /** `factor` multiplies the limit. */
  constructor(clock: Clock, factor: number) {
    this.#clock = clock
    this.#perNetwork = Math.max(1, Math.round(limits.strangers.perAddress * factor))
  }

  /** Counts a connection, until it is forgotten. */
  meet(connection: object, address: string | undefined, close: () => void): void {
    this.#all.set(connection, { network: networkOf(address), sinceMs: this.#clock.now(), close })
  }

  /** It has shown a good token, or is closed. */
  forget(connection: object): void {
    this.#all.delete(connection)
  }

  /** Called once a second. */
  look(): void {
    const had = [...this.#all].filter(([, { sinceMs }]) => sinceMs + chanceMs <= this.#clock.now())
    for (const ofNetwork of Map.groupBy(had, ([, { network }]) => network).values()) {
      for (const [connection, { close }] of ofNetwork.slice(0, -this.#perNetwork)) {
        this.forget(connection)
        close()
      }
    }
  }
}
