import { setTimeout as delay } from 'node:timers/promises'
import type { GatewaySocket } from './socket-types.ts'

type Connection = GatewaySocket['conn']

/** As long as a command may take. */
const answeredWithinMs = 8_000

/** Commands that are being answered, by the connection that has sent them: one that is closed in order has its answers first. */
export class Running {
  readonly #of = new Map<Connection, Set<Promise<void>>>()
  #isClosing = false

  /** Answers a command, which must not throw. @returns false while sockets are closed: nothing more is begun then, and who asks is to ask elsewhere */
  run(connection: Connection, answer: () => Promise<void>): boolean {
    if (this.#isClosing) return false
    const running = this.#of.get(connection) ?? new Set()
    this.#of.set(connection, running)
    const answered = answer().finally(() => {
      running.delete(answered)
      if (running.size === 0) this.#of.delete(connection)
    })
    running.add(answered)
    return true
  }

  /** Closes each of these as soon as nothing runs for it. @returns when all are closed, or when a command has taken all its time */
  async closeAnswered(connections: ReadonlySet<Connection>): Promise<void> {
    this.#isClosing = true
    const closed = [...connections].map(async (connection) => {
      await Promise.all([...(this.#of.get(connection) ?? [])])
      // Not the socket on it: a client takes that for the server's wish that it stays away.
      connection.close()
    })
    await Promise.race([Promise.all(closed), delay(answeredWithinMs, undefined, { ref: false })])
  }
}
