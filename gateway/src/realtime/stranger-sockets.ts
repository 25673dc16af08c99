import type { EventEmitter } from 'node:events'
import { limits } from '@kismet/contracts'
import type { Clock } from '@kismet/service-kit/clock'
import { networkOf, siteOf } from '@kismet/service-kit/network'

interface Stranger {
  readonly address: string | undefined
  readonly sinceMs: number
  readonly close: () => void
}

/** The time in which every honest client shows its token, also when thousands come at once. */
const chanceMs = 2_000

const placeOf = { network: networkOf, site: siteOf } as const

/**
 * Limits connections of Socket.IO that have shown no good token, so that one network cannot hold all places of a gateway
 * (`limits.sockets.perProcess`). After their chance, the strangers of one network and of one site are a limited number:
 * the oldest are closed.
 */
export class StrangerSockets {
  readonly #clock: Clock
  readonly #mostOf: Readonly<Record<'network' | 'site', number>>
  /** In the order in which they came. */
  readonly #strangers = new Map<EventEmitter, Stranger>()

  /** `factor` multiplies the limits. */
  constructor(clock: Clock, factor: number) {
    this.#clock = clock
    const { ofNetwork, ofSite } = limits.strangerSockets
    const most = (number: number) => Math.max(1, Math.round(number * factor))
    this.#mostOf = { network: most(ofNetwork), site: most(ofSite) }
  }

  /** A stranger's, until it is forgotten or closed. */
  meet(connection: EventEmitter, address: string | undefined, close: () => void): void {
    this.#strangers.set(connection, { address, sinceMs: this.#clock.now(), close })
    connection.once('close', () => this.forget(connection))
  }

  /** It has shown a good token. */
  forget(connection: EventEmitter): void {
    this.#strangers.delete(connection)
  }

  /** Called once a second. */
  look(): void {
    this.#closeOldest('network')
    this.#closeOldest('site')
  }

  #closeOldest(by: 'network' | 'site'): void {
    const now = this.#clock.now()
    const had = [...this.#strangers].filter(([, { sinceMs }]) => sinceMs + chanceMs <= now)
    for (const together of Map.groupBy(had, ([, { address }]) => placeOf[by](address)).values()) {
      for (const [connection, { close }] of together.slice(0, -this.#mostOf[by])) {
        this.forget(connection)
        close()
      }
    }
  }
}
