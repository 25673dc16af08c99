import type { Route } from '@kismet/contracts'
import {
  getBalance,
  getConfig,
  getDiceCommitment,
  getSiteMaintenance,
  listDicePlays,
  serviceOf,
} from '@kismet/contracts'

/** A request as it left the app. */
export interface SentRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body: unknown
}

/** What the gateway answers: a status and a body, or nothing at all (the network is down). */
export type Reply = { status: number; body: Record<string, unknown>; headers?: Record<string, string> } | null
type Answer = (request: SentRequest) => Reply | Promise<Reply>

export const ok = (body: Record<string, unknown> = {}): Reply => ({ status: 200, body: { success: true, ...body } })
export const refuse = (status: number, code: string, message: string): Reply => ({
  status,
  body: { success: false, code, message },
})

interface Routed {
  readonly subject: string
  readonly route: Route
}

/** Stands where the network would be: answers calls of the app by their contract, and keeps what was sent. */
export class FakeGateway {
  readonly sent: SentRequest[] = []
  private readonly answers = new Map<string, Answer>()

  constructor() {
    globalThis.fetch = (input, init) => this.carry(input instanceof Request ? input.url : input.toString(), init)
    this.answer(getSiteMaintenance, () => ok({ siteMaintenance: false }))
    this.answer(getBalance, () => ok({ balance: 1_000 }))
    this.answer(listDicePlays, () => ok({ plays: [] }))
    this.answer(getConfig, () =>
      ok({
        mode: 'play',
        operator: { name: null, licence: null },
        limits: { deposit: { min: 100, max: 10_000 }, dice: { min: 100, max: 100_000 }, maxWin: 1_000_000 },
        rtp: { dice: 99 },
        contacts: { whatsapp: null, email: null },
        serverTime: '2026-11-21T12:00:00.000Z',
      }),
    )
    this.answer(getDiceCommitment, () =>
      ok({ game: 'dice', version: '1', serverSeedHash: 'a'.repeat(64), nonce: 1, clientSeed: 'own' }),
    )
  }

  /** From now on the operation is answered like this. */
  answer({ subject, route }: Routed, answer: Answer): void {
    serviceOf(subject)
    this.answers.set(`${route.method} ${route.path}`, answer)
  }

  /** The requests of one operation, oldest first. */
  requestsOf({ route }: Pick<Routed, 'route'>): SentRequest[] {
    return this.sent.filter(({ method, path }) => method === route.method && path === route.path)
  }

  private async carry(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, searchParams } = new URL(url, 'http://player.test')
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path: pathname,
      query: searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? null),
    }
    this.sent.push(request)
    const answer = this.answers.get(`${request.method} ${pathname}`)
    const reply = answer ? await answer(request) : refuse(404, 'not_found', 'Not found')
    if (reply === null) throw new TypeError('fetch failed')
    return new Response(JSON.stringify(reply.body), { status: reply.status, headers: reply.headers ?? {} })
  }
}
