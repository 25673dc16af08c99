import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/** One connection through a `TestLine`. */
export class LineConnection {
  readonly #client: Socket
  readonly #server: Socket
  #frozen = false
  #answersLost: (() => void) | undefined
  /** When the client sent something last. */
  usedAt = 0

  constructor(client: Socket, server: Socket) {
    this.#client = client
    this.#server = server
    client.on('data', (data: Buffer) => {
      this.usedAt = performance.now()
      if (!this.#frozen) server.write(data)
    })
    server.on('data', (data: Buffer) => {
      if (this.#frozen) return
      if (this.#answersLost === undefined) client.write(data)
      else this.#answersLost()
    })
    client.on('error', () => undefined).on('close', () => !this.#frozen && server.end())
    server.on('error', () => undefined).on('close', () => client.destroy())
  }

  /** False once the server has closed it. */
  get isOpen(): boolean {
    return !this.#server.destroyed
  }

  /** Carries nothing any more, and tells neither side: what a dead router leaves. */
  freeze(): void {
    this.#frozen = true
  }

  /** Loses what the server says. @returns when it has said something. */
  loseAnswers(): Promise<void> {
    return new Promise((resolve) => (this.#answersLost = resolve))
  }

  /** The client finds its connection closed; the server is not told. */
  cut(): void {
    this.#frozen = true
    this.#client.destroy()
  }

  end(): void {
    this.#client.destroy()
    this.#server.destroy()
  }
}

/** A line to a real server on which a test makes happen what happens to networks. */
export class TestLine {
  readonly connections: LineConnection[] = []
  /** Whether it refuses who connects. */
  isDown = false
  /** Who was refused. */
  refused = 0
  readonly #server: Server
  #url: URL

  private constructor(server: Server, url: URL) {
    this.#server = server
    this.#url = url
  }

  /** Opens a line to the server of a URL. @param hear is told all that either side says */
  static async to(url: string, hear?: (data: Buffer) => void): Promise<TestLine> {
    const server = createServer((client) => {
      if (line.isDown) {
        line.refused += 1
        client.destroy()
        return
      }
      const { port, hostname } = line.#url
      const server = connect(Number(port), hostname)
      if (hear !== undefined) for (const side of [client, server]) side.on('data', hear)
      line.connections.push(new LineConnection(client, server))
    })
    const line = new TestLine(server, new URL(url))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return line
  }

  /** The URL that goes through this line. */
  get url(): string {
    const url = new URL(this.#url)
    url.hostname = '127.0.0.1'
    url.port = String((this.#server.address() as AddressInfo).port)
    return url.href
  }

  /** New connections lead to another server from now on; open ones stay. */
  leadTo(url: string): void {
    this.#url = new URL(url)
  }

  /** The connection on which a client sent something last. */
  lastUsed(): LineConnection {
    const last = this.connections.toSorted((a, b) => b.usedAt - a.usedAt)[0]
    if (last === undefined) throw new Error('Nothing was sent on this line yet')
    return last
  }

  async close(): Promise<void> {
    for (const connection of this.connections) connection.end()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
