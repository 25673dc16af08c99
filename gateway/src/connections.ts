import type { EventEmitter } from 'node:events'
import { limits } from '@kismet/contracts'
import type { Clock } from '@kismet/service-kit/clock'
import { networkOf, siteOf } from '@kismet/service-kit/network'
import { Places } from './places.ts'

interface Stranger {
  readonly address: string | undefined
  readonly sinceMs: number
  readonly close: () => void
}

/** How long a connection is left in peace: longer than anybody honest needs to show a token, also where thousands come at once. */
const chanceMs = 2_000

/** Looked for in those who have had their chance alone: nearly all are known or gone before. */
const placeOf = { network: networkOf, site: siteOf } as const

/**
 * Limits the connections of clients that come directly, and the sockets that come through a proxy. A connection is a
 * stranger's until it has shown a good token. After their chance, the strangers of one network and of one site are a
 * limited number: the oldest are closed. One person keeps a limited number of connections, from any network.
 */
export class Connections {
  readonly #clock: Clock
  readonly #strangersOf: Readonly<Record<'network' | 'site', number>>
  readonly #ofPerson: Places
  /** In the order in which they came. */
  readonly #strangers = new Map<EventEmitter, Stranger>()

  /** `factor` multiplies the limits. */
  constructor(clock: Clock, factor: number) {
    this.#clock = clock
    const { strangersOfNetwork, strangersOfSite, ofPerson } = limits.connections
    const most = (number: number) => Math.max(1, Math.round(number * factor))
    this.#strangersOf = { network: most(strangersOfNetwork), site: most(strangersOfSite) }
    this.#ofPerson = new Places(ofPerson * factor)
  }

  /** A stranger's, until it is known, forgotten or closed. */
  meet(connection: EventEmitter, address: string | undefined, close: () => void): void {
    this.#strangers.set(connection, { address, sinceMs: this.#clock.now(), close })
    connection.once('close', () => this.forget(connection))
  }

  /** It has shown a person's token. @returns false when it may not stay: the person has as many others, so it is still a stranger's. */
  know(connection: EventEmitter, personId: string): boolean {
    if (!this.#strangers.has(connection)) return true
    if (!this.#ofPerson.take(personId, connection)) return false
    this.forget(connection)
    return true
  }

  /** It is no stranger's, and is counted elsewhere. */
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
      for (const [connection, { close }] of together.slice(0, -this.#strangersOf[by])) {
        this.forget(connection)
        close()
      }
    }
  }
}
