import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import {
  adminGetDepositProof,
  downloadAccountStatement,
  getDepositProof,
  getQrImage,
  postDeposit,
  postDepositSettings,
} from '@kismet/contracts'
import type { StreamRoute } from '@kismet/contracts'
import { isRefusal } from '../src/refusal.ts'
import { StreamPools } from '../src/stream-pools.ts'

const routes: Readonly<Record<string, StreamRoute>> = {
  upload: postDeposit,
  desk: postDepositSettings,
  download: getDepositProof,
  file: downloadAccountStatement,
  admin: adminGetDepositProof,
  public: getQrImage,
}

export type Work = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** More than all buffers between two sockets of one machine hold. */
export const endless = Buffer.alloc(64 * 1024 * 1024)
/** The body is read to its end, or to where its sender leaves. */
export const readForm: Work = async (request, response) => {
  request.resume()
  await Promise.race([once(request, 'end'), once(request.socket, 'close')])
  response.end('taken')
}
const works: Readonly<Record<string, Work>> = {
  file: (_request, response) => Promise.resolve(void response.end('lines')),
  download: (_request, response) => Promise.resolve(void response.end('page')),
  admin: (_request, response) => Promise.resolve(void response.end('page')),
  public: (_request, response) => Promise.resolve(void response.end('picture')),
  upload: readForm,
  desk: readForm,
}

export const get = (kind: string, owner: string): string => `GET /${kind}/${owner} HTTP/1.1\r\nHost: x\r\n\r\n`
export const halfForm = (owner: string): string =>
  `POST /upload/${owner} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf`
export const whole: RequestInit = { method: 'POST', body: 'whole' }

/** A server of streams, by `/kind/owner`, in whose places each does what `work` has for its kind. */
export class StreamStage {
  readonly server: Server
  pools: StreamPools
  /** What has got a place, as `kind owner`. */
  readonly inside: string[] = []
  readonly work: Record<string, Work> = { ...works }
  readonly #sockets: Socket[] = []

  private constructor(pools: StreamPools) {
    this.pools = pools
    this.server = createServer((request, response) => this.#carry(request, response))
  }

  static async set(stallMs: number): Promise<StreamStage> {
    const stage = new StreamStage(new StreamPools(stallMs))
    await once(stage.server.listen(0, '127.0.0.1'), 'listening')
    return stage
  }

  #carry(request: IncomingMessage, response: ServerResponse): void {
    const [, kind = '', owner = ''] = request.url?.split('/') ?? []
    const route = routes[kind]
    if (route === undefined) throw new Error(`No such stream: ${kind}`)
    const run = async () => {
      this.inside.push(`${kind} ${owner}`)
      await this.work[kind]?.(request, response)
    }
    this.pools.run(route, owner, [request, response], run).catch((error: unknown) => {
      response.statusCode = isRefusal(error) ? error.status : 500
      response.end()
    })
  }

  async strike(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  get #port(): number {
    return (this.server.address() as AddressInfo).port
  }

  /** A client that sends `text` and reads nothing. */
  async open(text: string): Promise<Socket> {
    const socket = connect(this.#port, '127.0.0.1')
    socket.on('error', () => undefined)
    this.#sockets.push(socket)
    socket.pause()
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }

  address(path: string): string {
    return `http://127.0.0.1:${this.#port}/${path}`
  }

  async ask(path: string, init: RequestInit = {}): Promise<number> {
    return (await fetch(this.address(path), init)).status
  }

  stalled(kind: string): string[] {
    return this.inside.filter((entry) => entry.startsWith(`${kind} stalls`))
  }
}
