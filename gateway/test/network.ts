import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@jest/globals'
import { balancesChanged, errorCatalogue, maintenanceChanged, paise, sessionKey } from '@kismet/contracts'
import type { ErrorCode, ServiceName } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Overrides, RunningService } from '@kismet/service-kit/define-service'
import type { Handler } from '@kismet/service-kit/handle'
import { eventually } from '@kismet/test-env/eventually'
import { standIn, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { startTestNats, startTestRedis } from '@kismet/test-env/test-servers'
import type { TestNats, TestRedis } from '@kismet/test-env/test-servers'
import { streamKey } from '@kismet/test-env/test-streams'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { TestAdmin, TestPlayer } from '@kismet/test-env/test-tokens'
import { Redis } from 'ioredis'
import type { GatewayContext } from '../src/context.ts'
import { gateway } from '../src/service.ts'
import { answering, newBehind, startUploads } from './behind.ts'
import type { Behind } from './behind.ts'

export interface RunningGateway {
  readonly url: string
  readonly running: RunningService<GatewayContext>
}

/** A real NATS and Redis, stand-ins for the services, and as many gateways as a test starts. */
export class Network {
  readonly nats: TestNats
  readonly redisServer: TestRedis
  readonly redis: Redis
  readonly tokens: TestTokens
  readonly behind: Behind
  readonly buses: Map<ServiceName, Bus>
  readonly webOrigin = 'http://web.test'
  readonly adminOrigin = 'http://admin.test'
  readonly #uploads: Server
  readonly #gateways = new Set<RunningService<GatewayContext>>()

  private constructor(
    parts: Pick<Network, 'nats' | 'redisServer' | 'redis' | 'tokens' | 'behind' | 'buses'>,
    uploads: Server,
  ) {
    this.nats = parts.nats
    this.redisServer = parts.redisServer
    this.redis = parts.redis
    this.tokens = parts.tokens
    this.behind = parts.behind
    this.buses = parts.buses
    this.#uploads = uploads
  }

  static async create(): Promise<Network> {
    const [nats, redisServer] = await Promise.all([startTestNats(), startTestRedis()])
    const tokens = new TestTokens()
    const behind = newBehind()
    const { auth, ...others } = answering(behind)
    const buses: Network['buses'] = new Map([['auth', await startFakeAuth(nats, tokens, auth)]])
    for (const [name, handlers] of Object.entries(others) as [
      'wallet' | 'dice-slots' | 'mines' | 'aviator' | 'payments' | 'support',
      Handler<undefined>[],
    ][])
      buses.set(name, await standIn(nats, name, tokens, handlers))
    const redis = new Redis(redisServer.url, { maxRetriesPerRequest: null, retryStrategy: () => 20 })
    redis.on('error', () => undefined)
    return new Network({ nats, redisServer, redis, tokens, behind, buses }, await startUploads(behind))
  }

  /** Starts a gateway on free ports. */
  async gateway(env: Record<string, string> = {}, overrides: Overrides = {}): Promise<RunningGateway> {
    const { port } = this.#uploads.address() as AddressInfo
    const defaults = {
      NATS_URL: this.nats.urlOf('gateway'),
      REDIS_URL: this.redisServer.url,
      PAYMENTS_URL: `http://127.0.0.1:${port}`,
      ANALYTICS_URL: `http://127.0.0.1:${port}`,
      PAYMENTS_STREAM_KEY: streamKey,
      ANALYTICS_STREAM_KEY: streamKey,
      WEB_ORIGIN: this.webOrigin,
      ADMIN_ORIGIN: this.adminOrigin,
      RATE_LIMIT_FACTOR: '100',
      PORT: '0',
    }
    const running = await gateway.start({ ...defaults, ...env }, { log: testLogger('gateway'), ...overrides })
    this.#gateways.add(running)
    return { running, url: `http://127.0.0.1:${running.port}` }
  }

  async stop({ running }: RunningGateway): Promise<void> {
    this.#gateways.delete(running)
    await running.stop()
  }

  bus(service: ServiceName): Bus {
    const bus = this.buses.get(service)
    if (bus === undefined) throw new Error(`${service} is not on the bus`)
    return bus
  }

  /** Takes a service off the bus. */
  async leave(service: ServiceName): Promise<void> {
    const bus = this.bus(service)
    this.buses.delete(service)
    await bus.close()
  }

  /** A player whose session lives. */
  async player(): Promise<TestPlayer> {
    const player = this.tokens.player()
    await this.#live(player)
    return player
  }

  /** An admin whose session lives. */
  async admin(role?: TestAdmin['role']): Promise<TestAdmin> {
    const admin = this.tokens.admin(role)
    await this.#live(admin)
    return admin
  }

  /** Redis and auth both list it: a machine so slow that Redis seems gone asks auth. */
  async #live({ sessionId, holder }: TestPlayer | TestAdmin): Promise<void> {
    this.behind.liveSessions.set(sessionId, holder)
    await this.redis.set(sessionKey(sessionId), holder)
  }

  /** Ends a session without a word to anybody. */
  async end(sessionId: string): Promise<void> {
    this.behind.liveSessions.delete(sessionId)
    await this.redis.del(sessionKey(sessionId))
  }

  /** Moves the switch as auth does, and waits until a gateway has heard of it. */
  async setMaintenance({ running }: RunningGateway, on: boolean): Promise<void> {
    this.behind.maintenance = on
    this.bus('auth').signal(maintenanceChanged, { siteMaintenance: on })
    const { maintenance } = running.context
    await eventually('the gateway hears of maintenance', async () => (await maintenance.isOn('t')) === on)
  }

  /** Sends the news of a new balance, as the wallet does. */
  tellBalance(playerId: string, rupees: number): void {
    this.bus('wallet').signal(balancesChanged, [
      {
        to: playerId,
        balance: paise(rupees * 100),
        balanceSeq: 1,
        netResult: paise(0),
        reason: 'play',
        bonusReleased: false,
      },
    ])
  }

  async close(): Promise<void> {
    for (const running of this.#gateways) await running.stop()
    const closed = new Promise((resolve) => this.#uploads.close(resolve))
    this.#uploads.closeAllConnections()
    await closed
    for (const bus of this.buses.values()) await bus.close()
    this.redis.disconnect()
    await this.nats.remove()
    await this.redisServer.remove()
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: { success?: boolean; code?: ErrorCode; message?: string; [field: string]: unknown }
}

export function expectFailure(answer: Answer, code: ErrorCode): void {
  expect(answer.body).toMatchObject({ success: false, code })
  expect(answer.status).toBe(errorCatalogue[code].status)
}

/** One request, as any client may make it. */
export async function ask(url: string, init: RequestInit & { token?: string | undefined } = {}): Promise<Answer> {
  const { token, ...rest } = init
  const headers = new Headers(rest.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(url, { ...rest, headers, signal: AbortSignal.timeout(20_000) })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? (JSON.parse(text) as Answer['body']) : { text },
  }
}

/** A command with a JSON body. */
export function post(
  url: string,
  body: unknown,
  init: RequestInit & { token?: string | undefined } = {},
): Promise<Answer> {
  const headers = new Headers(init.headers)
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  return ask(url, { method: 'POST', ...init, headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
}
