import { getSiteMaintenance, maintenanceChanged } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Logger } from '@kismet/service-kit/logger'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'

const askEveryMs = 10_000

/** Whether the site is under maintenance: heard from the signal, asked of auth where it is not known, and asked anew now and then. */
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

  /** Listens to the switch, and asks now and then, because the news of a change can be lost. */
  watch(log: Logger): Loop {
    this.#bus.onSignal(maintenanceChanged, ({ siteMaintenance }) => this.#hear(siteMaintenance), { shared: false })
    return startLoop('maintenance', askEveryMs, log, async () => {
      await this.#refresh('maintenance')
    })
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
