import { getSiteMaintenance, maintenanceChanged } from '@kismet/contracts'
import type { Bus } from './bus/bus.ts'
import type { Logger } from './logger.ts'
import { startLoop } from './loop.ts'
import type { Loop } from './loop.ts'

const askEveryMs = 2_000

/**
 * Whether the site is under maintenance, for services that the contracts let hear it: by the signal, which must arrive, so that auth is asked too: where
 * it is not known, when the bus has come back, and now and then.
 */
export class Maintenance {
  readonly #bus: Bus
  #known: boolean | undefined
  #heard = 0

  constructor(bus: Bus) {
    this.#bus = bus
  }

  /** @throws Refusal `unavailable` when it is not known and auth does not answer. */
  async isOn(requestId: string): Promise<boolean> {
    return this.#known ?? (await this.#refresh(requestId))
  }

  /** Listens to the switch and asks, until it is stopped. */
  watch(log: Logger): Loop {
    this.#bus.onSignal(maintenanceChanged, ({ siteMaintenance }) => this.#hear(siteMaintenance), { shared: false })
    const loop = startLoop('maintenance', askEveryMs, log, async () => {
      await this.#refresh('maintenance')
    })
    this.#bus.onReconnect(() => loop.wake())
    return loop
  }

  #hear(siteMaintenance: boolean): void {
    this.#known = siteMaintenance
    this.#heard += 1
  }

  /** Asks auth. An answer that a signal has overtaken does not count. @throws Refusal */
  async #refresh(requestId: string): Promise<boolean> {
    const heardBefore = this.#heard
    const { siteMaintenance } = await this.#bus.call(getSiteMaintenance, {}, { requestId })
    if (this.#heard === heardBefore || this.#known === undefined) this.#known = siteMaintenance
    return this.#known
  }
}
