import type { Route } from '@kismet/contracts'

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

/** What the gateway answers: a status and a body, a whole response, or nothing at all (the network is down). */
export type Reply =
  { status: number; body: Record<string, unknown>; headers?: Record<string, string> } | Response | null
type Answer = (request: SentRequest) => Reply | Promise<Reply>

export const ok = (body: Record<string, unknown> = {}): Reply => ({ status: 200, body: { success: true, ...body } })
export const refuse = (status: number, code: string, message: string): Reply => ({
  status,
  body: { success: false, code, message },
})

interface Routed {
  readonly route: Route
}

/** Stands where the network would be: answers calls of an app by their contract, and keeps what was sent. */
export class FakeGateway {
  readonly sent: (SentRequest & { route: Route | null })[] = []
  private readonly answers = new Map<Route, Answer>()

  constructor() {
    globalThis.fetch = (input, init) => this.carry(input instanceof Request ? input.url : input.toString(), init)
  }

  /** From now on the operation is answered like this. */
  answer({ route }: Routed, answer: Answer): void {
    this.answers.set(route, answer)
  }

  /** The requests of one operation, oldest first. */
  requestsOf({ route }: Routed): SentRequest[] {
    return this.sent.filter((request) => request.route === route)
  }

  private async carry(url: string, init: RequestInit = {}): Promise<Response> {
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
    const reply = answer ? await answer(request) : refuse(404, 'not_found', 'Not found')
    if (reply === null) throw new TypeError('fetch failed')
    if (reply instanceof Response) return reply
    return new Response(JSON.stringify(reply.body), { status: reply.status, headers: reply.headers ?? {} })
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
