import { createServer, ServerResponse, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { socketPath } from '@kismet/contracts'
import {
  addForwarded,
  closeWhenSaid,
  endTogether,
  forwardingAgent,
  limitConnections,
  upgradeTimeoutMs,
} from '@kismet/real-servers/forwarding'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { z } from 'zod'

/** What a gateway says of itself that was told to stop. */
const NotOpen = z.object({ checks: z.object({ open: z.literal(false) }) })

const maxKnownSessions = 20_000
const lookEveryMs = 500
const answersWithinMs = 1_000

/** The session that a Socket.IO request belongs to: `sid` of its query. */
export function socketSessionOf(url: string): string | undefined {
  const query = url.split('?', 2)[1]
  return query === undefined ? undefined : (new URLSearchParams(query).get('sid') ?? undefined)
}

/** `may serve`: a part that the gateway needs is away, or it is slow. `closed`: it accepts no requests, or is about to stop. */
export type State = 'serves' | 'may serve' | 'closed'
/** In which order they are chosen. */
const states: readonly State[] = ['serves', 'may serve', 'closed']

/** Deals requests out to several gateways in turn; a polling session, once begun, stays with the gateway that began it. */
export class GatewayChoice {
  readonly #targets: readonly string[]
  readonly #sessions = new Map<string, string>()
  readonly #states = new Map<string, State>()
  #turn = 0

  constructor(targets: readonly string[]) {
    this.#targets = targets
  }

  targetFor(url: string): string {
    const session = socketSessionOf(url)
    const known = session === undefined ? undefined : this.#sessions.get(session)
    if (known !== undefined) return known
    return this.#next(states.map((state) => this.#in(state)).find((targets) => targets.length > 0) ?? [])
  }

  /** A gateway began a session; the oldest are forgotten when there are too many. */
  remember(session: string, target: string): void {
    this.#sessions.set(session, target)
    const oldest = this.#sessions.keys().next().value
    if (this.#sessions.size > maxKnownSessions && oldest !== undefined) this.#sessions.delete(oldest)
  }

  /** What is known of a gateway from now on: each serves until something else is. */
  note(target: string, state: State): void {
    this.#states.set(target, state)
  }

  #in(state: State): string[] {
    return this.#targets.filter((target) => (this.#states.get(target) ?? 'serves') === state)
  }

  #next(targets: readonly string[]): string {
    const target = targets[this.#turn % targets.length]
    this.#turn += 1
    if (target === undefined) throw new Error('There is no gateway to choose')
    return target
  }
}

/** One address for several gateways, as a load balancer would be. They see its requests come from `fromAddress`. */
export function createGatewayBalancer(targets: readonly string[], fromAddress?: string): Server {
  const choice = new GatewayChoice(targets)
  const chosen = new WeakMap<IncomingMessage, string>()
  const proxy = createProxyMiddleware({
    target: targets[0] ?? '',
    agent: forwardingAgent(fromAddress),
    router: (request) => {
      const target = choice.targetFor(request.url ?? '')
      chosen.set(request, target)
      return target
    },
    upgradeTimeout: upgradeTimeoutMs,
    logger: { info: () => undefined, warn: console.warn, error: () => undefined },
    on: {
      proxyReqWs: endTogether,
      proxyRes: (answer, request) => {
        const target = chosen.get(request)
        if (target !== undefined) rememberSession(choice, target, answer, request.url ?? '')
      },
      error: (error: NodeJS.ErrnoException, request, response) => {
        const target = chosen.get(request)
        // Any other error may be caused by the client of this request, so the gateway stays in use for other clients.
        if (target !== undefined && error.code === 'ECONNREFUSED') choice.note(target, 'closed')
        if (response instanceof ServerResponse && !response.headersSent) response.writeHead(503, { 'Retry-After': '1' })
        response.end()
      },
    },
  })
  const server = createServer((request, response) => {
    addForwarded(request)
    void proxy(request, response)
  })
  limitConnections(server)
  const closing = new AbortController()
  server.once('close', () => closing.abort())
  for (const target of targets) void look(target, choice, closing.signal)
  server.on('upgrade', (request, socket: Socket, head) => {
    closeWhenSaid(socket)
    addForwarded(request)
    proxy.upgrade(request, socket, head)
  })
  return server
}

/** Asks a gateway again and again how it is. */
async function look(target: string, choice: GatewayChoice, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    choice.note(target, await stateOf(target))
    await delay(lookEveryMs, undefined, { signal: closing }).catch(() => undefined)
  }
}

/** Asks /ready, because a gateway that hangs accepts connections and looks like a slow one. */
async function stateOf(target: string): Promise<State> {
  try {
    const answer = await fetch(`${target}/ready`, { signal: AbortSignal.timeout(answersWithinMs) })
    const text = await answer.text()
    if (answer.ok) return 'serves'
    return NotOpen.safeParse(JSON.parse(text)).success ? 'closed' : 'may serve'
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'may serve' : 'closed'
  }
}

/** The answer to the first polling request names the session. */
function rememberSession(choice: GatewayChoice, target: string, answer: IncomingMessage, url: string): void {
  if (!url.startsWith(socketPath) || socketSessionOf(url) !== undefined) return
  answer.once('data', (chunk: Buffer) => {
    const session = /"sid":"([\w-]{1,64})"/.exec(chunk.toString('latin1'))?.[1]
    if (session !== undefined) choice.remember(session, target)
  })
}
