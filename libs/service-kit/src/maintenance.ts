import { getSiteMaintenance, maintenanceChanged } from '@kismet/contracts'
import type { Bus } from './bus/bus.ts'
import type { Logger } from './logger.ts'
import { startLoop } from './loop.ts'
import type { Loop } from './loop.ts'

const askEveryMs = 2_000

/**
 * Whether the site is under maintenance, for services that may hear the event. An event can be
 * lost, so the service also asks auth: at the start, after a reconnect, and from time to time.
 */
export class Maintenance {
  readonly #bus: Bus
  readonly #hearers: ((siteMaintenance: boolean) => void)[] = []
  #known: boolean | undefined
  #heard = 0

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

  /** Says what it has become, however that came to be known. */
  onChange(hear: (siteMaintenance: boolean) => void): void {
    this.#hearers.push(hear)
  }

  /** Listens to the switch and asks, until it is stopped. */
  watch(log: Logger): Loop {
    const hear = ({ siteMaintenance }: { siteMaintenance: boolean }) => {
      this.#heard += 1
      this.#set(siteMaintenance)
    }
    this.#bus.onSignal(maintenanceChanged, hear, { shared: false })
    const loop = startLoop('maintenance', askEveryMs, log, async () => {
      await this.#refresh('maintenance')
    })
    this.#bus.onReconnect(() => loop.wake())
    return loop
  }

  #set(siteMaintenance: boolean): void {
    if (this.#known === siteMaintenance) return
    this.#known = siteMaintenance
    for (const hear of this.#hearers) hear(siteMaintenance)
  }

  /** Asks auth. An answer that a signal has overtaken does not count. @throws Refusal */
  async #refresh(requestId: string): Promise<boolean> {
    const heardBefore = this.#heard
    const { siteMaintenance } = await this.#bus.call(getSiteMaintenance, {}, { requestId })
    if (this.#heard === heardBefore || this.#known === undefined) this.#set(siteMaintenance)
    return this.#known ?? siteMaintenance
  }
}
