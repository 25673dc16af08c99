import { setTimeout as delay } from 'node:timers/promises'
import type { GatewaySocket } from './socket-types.ts'

type Connection = GatewaySocket['conn']

/** As long as a command may take. */
const answeredWithinMs = 8_000
/**
 * At a roll-out the clients of a gateway return to the other gateways within a second. So many handshakes a second leave
 * those gateways time for cash-outs.
 */
const closedASecond = 500
const sliceMs = 100

/** Commands that are being answered, by their connection. A connection is closed after its answers. */
export class Running {
  readonly #of = new WeakMap<Connection, Promise<unknown>>()
  readonly #closing = new WeakSet<Connection>()

  /** Answers a command, which must not throw. @returns false once the connection is being closed: the client asks elsewhere */
  run(connection: Connection, answer: () => Promise<void>): boolean {
    if (this.#closing.has(connection)) return false
    const answered = Promise.all([this.#of.get(connection), answer()])
    const allAnswered = answered.then(() => undefined)
    this.#of.set(connection, allAnswered)
    return true
  }

  /**
   * Closes these connections a slice at a time, each after its answers. A connection that waits for its slice still
   * gets answers. @returns when all are closed, or when a command has taken all its time
   */
  async closeAnswered(connections: ReadonlySet<Connection>): Promise<void> {
    const closed: Promise<void>[] = []
    const sliceSize = (closedASecond * sliceMs) / 1_000
    for (const [place, connection] of [...connections].entries()) {
      if (place > 0 && place % sliceSize === 0) await delay(sliceMs, undefined, { ref: false })
      closed.push(this.#closeAnswered(connection))
    }
    await Promise.race([Promise.all(closed), delay(answeredWithinMs, undefined, { ref: false })])
  }

  async #closeAnswered(connection: Connection): Promise<void> {
    this.#closing.add(connection)
    await this.#of.get(connection)
    // A client takes the close of a socket for the wish that it stays away, so the connection is closed.
    connection.close()
  }
}
