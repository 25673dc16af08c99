import { afterEach } from '@jest/globals'
import { errorCatalogue } from '@kismet/contracts'
import type { ErrorCode, OperationShape, RefusalOf, RefusalParams, Route, StreamRoute } from '@kismet/contracts'
import type { z } from 'zod'
import { fakeXhr } from './fake-xhr.ts'

/** What a gateway answers over REST: an operation of the bus, or a stream. */
export type Answerable = (OperationShape | StreamRoute) & { readonly route: Route }

interface Answered<Body> {
  readonly answer: Body
  readonly replayed: boolean
}

interface Refused<Code extends ErrorCode> {
  readonly refusal: { readonly code: Code; readonly message: string; readonly params?: RefusalParams }
  readonly retryAfterSeconds?: number
}

interface Pictured<Type extends string> {
  readonly picture: Type
  readonly bytes: BodyInit
}

interface Filed {
  /** The name of the file. */
  readonly file: string
  readonly text: string
}

/** What something between the app and the gateway says, such as a proxy. */
interface Strange {
  readonly strangeStatus: number
}

type Answer<O extends Answerable> = O['output'] extends z.ZodType
  ? Answered<z.input<O['output']>>
  : O['output'] extends { readonly picture: infer Type extends string }
    ? Pictured<Type>
    : O['output'] extends { readonly file: object }
      ? Filed
      : never

/** All that can become of a call of this operation, and nothing else: an answer of its contract, a refusal that it can give, or no answer at all (null). */
export type Reply<O extends Answerable> = Answer<O> | Refused<RefusalOf<O>> | Strange | null
export type AnyReply = Answered<unknown> | Refused<ErrorCode> | Pictured<string> | Filed | Strange | null

/** The answer of an operation in its wire form. `replayed`: it is the answer to an earlier call with this Idempotency-Key. */
export function ok<Body extends object>(answer: Body, { replayed = false } = {}): Answered<Body> {
  return { answer, replayed }
}

/** A refusal; its status is the catalogue's, and its text too where none is given. */
export function refuse<Code extends ErrorCode>(
  code: Code,
  message: string = errorCatalogue[code].message,
  more: { params?: RefusalParams; retryAfterSeconds?: number } = {},
): Refused<Code> {
  const { retryAfterSeconds, ...told } = more
  return { refusal: { code, message, ...told }, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
}

export function picture<Type extends string>(type: Type, bytes: BodyInit = 'picture'): Pictured<Type> {
  return { picture: type, bytes }
}

/** A file of an answer that is one. */
export function file(name: string, text: string): Filed {
  return { file: name, text }
}

/** A status without the gateway's words. */
export function strange(status: number): Strange {
  return { strangeStatus: status }
}

/** A reply as it comes over the wire. @throws TypeError, as `fetch` does, when there is none */
export function responseOf(reply: AnyReply): Response {
  if (reply === null) throw new TypeError('fetch failed')
  if ('strangeStatus' in reply) return new Response('<html></html>', { status: reply.strangeStatus })
  if ('picture' in reply) return new Response(reply.bytes, { headers: { 'Content-Type': reply.picture } })
  if ('file' in reply) {
    const headers = { 'Content-Disposition': `attachment; filename="${reply.file}"` }
    return new Response(reply.text, { headers })
  }
  if ('answer' in reply) {
    const headers = reply.replayed ? { 'Idempotency-Replayed': 'true' } : {}
    return Response.json({ success: true, ...(reply.answer as object) }, { headers })
  }
  const { refusal, retryAfterSeconds } = reply
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  return Response.json({ success: false, ...refusal }, { status: errorCatalogue[refusal.code].status, headers })
}

/** A request as it left the app. */
export interface SentRequest {
  method: string
  path: string
  /** The fields that the path of the route names. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  headers: Headers
  body: unknown
}

/** Before a test takes the clock away. */
const realTimeout = globalThis.setTimeout
/** What the gateway of this test was sent. */
let sentNow: readonly unknown[] = []

// A call leaves in a task of its own, so what an app began at its end reached the gateway of the next test. It leaves to the one that it was meant for.
afterEach(async () => {
  for (let turn = 0, before = -1; turn < 10 && sentNow.length > before; turn++) {
    before = sentNow.length
    await new Promise((resolve) => realTimeout(resolve))
  }
})

type Answering<R> = (request: SentRequest) => R | Promise<R>

/** Stands where the network would be: answers calls of an app by their contract, and keeps what was sent. */
export class FakeGateway {
  readonly sent: (SentRequest & { route: Route | null })[] = []
  private readonly answers = new Map<Route, Answering<AnyReply>>()

  constructor() {
    sentNow = this.sent
    globalThis.fetch = (input, init) => this.reply(input instanceof Request ? input.url : input.toString(), init)
    Object.defineProperty(globalThis, 'XMLHttpRequest', {
      configurable: true,
      value: fakeXhr((url, init) => this.reply(url, init)),
    })
  }

  /** From now on the operation is answered like this: as the real gateway could, or it does not compile. */
  answer<O extends Answerable>({ route }: O, answer: Answering<Reply<O>>): void {
    this.answers.set(route, answer)
  }

  /** The requests of one operation, oldest first. */
  requestsOf({ route }: Answerable): SentRequest[] {
    return this.sent.filter((request) => request.route === route)
  }

  /** What comes of a request, in place of the network. @throws TypeError, as `fetch` does, when nothing does */
  async reply(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, searchParams } = new URL(url, 'http://app.test')
    const method = init.method ?? 'GET'
    const found = [...this.answers.keys()]
      .map((route) => ({ route, params: paramsOf(route, method, pathname) }))
      .find(({ params }) => params !== null)
    const request: SentRequest = {
      method,
      path: pathname,
      params: found?.params ?? {},
      query: searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? null),
    }
    this.sent.push({ ...request, route: found?.route ?? null })
    const answer = found && this.answers.get(found.route)
    return responseOf(answer ? await answer(request) : refuse('not_found'))
  }
}
/** The fields of a path, or null when it is not this route's. */
function paramsOf(route: Route, method: string, path: string): Record<string, string> | null {
  const parts = path.split('/')
  const names = route.path.split('/')
  if (method !== route.method || parts.length !== names.length) return null
  const params: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const part = parts[at] ?? ''
    if (name.startsWith(':')) params[name.slice(1)] = decodeURIComponent(part)
    else if (name !== part) return null
  }
  return params
}
