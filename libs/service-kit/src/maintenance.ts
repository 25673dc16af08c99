import { getSiteMaintenance, maintenanceChanged } from '@kismet/contracts'
import type { Bus } from './bus/bus.ts'
import type { Logger } from './logger.ts'
import { startLoop } from './loop.ts'
import type { Loop } from './loop.ts'

const askEveryMs = 2_000

/**
 * Whether the site is under maintenance. Auth is asked at the start, at each event that it has
 * changed and after a reconnect. It is also asked from time to time, because an event can be lost.
 */
export class Maintenance {
  readonly #bus: Bus
  readonly #hearers: ((siteMaintenance: boolean) => void)[] = []
  #known: boolean | undefined

  constructor(bus: Bus) {
    this.#bus = bus
  }

  /** @throws Refusal `unavailable` when it is not known and auth does not answer. */
  async isOn(requestId: string): Promise<boolean> {
    return this.#known ?? (await this.#refresh(requestId))
  }

  /** Whether it is known to be on, without asking. */
  get isKnownOn(): boolean {
    return this.#known === true
  }

  /** Calls `hear` after each change, from a signal or from a read. */
  onChange(hear: (siteMaintenance: boolean) => void): void {
    this.#hearers.push(hear)
  }

  /** Reads the switch periodically, after a signal and after a reconnect of the bus, until the loop is stopped. */
  watch(log: Logger): Loop {
    const loop = startLoop('maintenance', askEveryMs, log, async () => void (await this.#refresh('maintenance')))
    this.#bus.onSignal(maintenanceChanged, () => loop.wake(), { shared: false })
    this.#bus.onReconnect(() => loop.wake())
    return loop
  }

  async #refresh(requestId: string): Promise<boolean> {
    const { siteMaintenance } = await this.#bus.call(getSiteMaintenance, {}, { requestId })
    if (this.#known !== siteMaintenance) {
      this.#known = siteMaintenance
      for (const hear of this.#hearers) hear(siteMaintenance)
    }
    return siteMaintenance
  }
}
