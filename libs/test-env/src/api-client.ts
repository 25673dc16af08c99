import { deviceCookies } from '@kismet/contracts'
import type { OperationShape, StreamRoute, WireInput, WireOutput } from '@kismet/contracts'

/** One HTTP answer. `body` is what the JSON said. */
export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

export type Success<O extends OperationShape> = WireOutput<O> & { success: true }

interface CallOptions {
  /** The Idempotency-Key. */
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

const timeoutMs = 30_000
const deviceCookie = new RegExp(`${deviceCookies.player}=([0-9a-f]+)`)

function fill(path: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1])
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(input[name])))
  return { path: filled, rest: Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name))) }
}

/** Calls the product as an app does: over HTTP, by the routes of the contracts, amounts in rupees. */
export class ApiClient {
  readonly baseUrl: string
  token: string | undefined
  /** The newest cookie that marks this client as a known device. It is not sent. */
  deviceToken: string | undefined

  constructor(baseUrl: string, token?: string) {
    this.baseUrl = baseUrl
    this.token = token
  }

  /** Calls an operation and gives whatever was answered, success or not. */
  async call(
    operation: OperationShape,
    input: Record<string, unknown> = {},
    options: CallOptions = {},
  ): Promise<Answer<Record<string, unknown>>> {
    if (operation.route === undefined) throw new Error(`${operation.subject} has no route`)
    const { method } = operation.route
    const { path, rest } = fill(operation.route.path, input)
    const inQuery = method === 'GET'
    const query = inQuery
      ? new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString()
      : ''
    return this.#send(`${path}${query === '' ? '' : `?${query}`}`, {
      method,
      headers: { ...this.#headers(options), ...(inQuery ? {} : { 'content-type': 'application/json' }) },
      ...(inQuery ? {} : { body: JSON.stringify(rest) }),
    })
  }

  /** Calls an operation that must succeed. @throws Error with the answer when it does not. */
  async must<const O extends OperationShape>(
    operation: O,
    input: WireInput<O> & Record<string, unknown>,
    options: CallOptions = {},
  ): Promise<Success<O>> {
    const answer = await this.call(operation, input, options)
    if (answer.body.success !== true)
      throw new Error(`${operation.subject}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as Success<O>
  }

  /** Sends a form with files to a stream route. */
  upload(stream: StreamRoute, form: FormData, options: CallOptions = {}): Promise<Answer<Record<string, unknown>>> {
    return this.#send(stream.route.path, { method: stream.route.method, headers: this.#headers(options), body: form })
  }

  /** Fetches a file by its address in an answer. */
  download(path: string): Promise<Response> {
    return fetch(new URL(path, this.baseUrl), { headers: this.#headers({}), signal: AbortSignal.timeout(timeoutMs) })
  }

  #headers({ key, headers }: CallOptions): Record<string, string> {
    return {
      ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    }
  }

  async #send(path: string, init: RequestInit): Promise<Answer<Record<string, unknown>>> {
    const response = await fetch(new URL(path, this.baseUrl), { ...init, signal: AbortSignal.timeout(timeoutMs) })
    this.deviceToken = deviceCookie.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? this.deviceToken
    const body = (await response.json()) as Record<string, unknown>
    return { status: response.status, headers: response.headers, body }
  }
}
