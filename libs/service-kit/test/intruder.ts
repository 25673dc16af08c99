import { setImmediate } from 'node:timers/promises'
import { inboxPrefix } from '@kismet/contracts'
import type { BusUser } from '@kismet/contracts'
import type { TestNats } from '@kismet/test-env/test-servers'
import type { NatsConnection } from '@nats-io/nats-core'
import { connect } from '@nats-io/transport-node'

/** A program with the password of a user, which may say whatever NATS lets it. */
export class Intruder {
  readonly nats: NatsConnection
  #refused: string[] = []

  private constructor(nats: NatsConnection) {
    this.nats = nats
    void this.#watch()
  }

  static async join(server: TestNats, user: BusUser): Promise<Intruder> {
    const pass = new URL(server.urlOf(user)).password
    return new Intruder(await connect({ port: server.port, user, pass, inboxPrefix: inboxPrefix(user) }))
  }

  async #watch(): Promise<void> {
    for await (const status of this.nats.status())
      if (status.type === 'error') this.#refused.push(/to "([^"]+)"/.exec(status.error.message)?.[1] ?? '')
  }

  /** What NATS has refused of all that was said. */
  async refused(): Promise<string[]> {
    await this.nats.flush()
    await setImmediate()
    return this.#refused.splice(0)
  }
}
