import { auditKey } from '@kismet/test-env/test-audit'
import { readBalance, setSuspension } from '@kismet/contracts'
import type { BusUser, Input, OperationShape, WireInput, WireOutput } from '@kismet/contracts'
import { adminLogin, login, paise, signup, verifyOtp } from '@kismet/contracts'
import type { resetPassword } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { systemClock } from '@kismet/service-kit/clock'
import type { RunningService } from '@kismet/service-kit/define-service'
import type { Env } from '@kismet/service-kit/env'
import { handle } from '@kismet/service-kit/handle'
import type { Logger } from '@kismet/service-kit/logger'
import { isRefusal } from '@kismet/service-kit/refusal'
import { joinBus, standIn, testLogger } from '@kismet/test-env/test-bus'
import { TestClock } from '@kismet/test-env/test-clock'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startTestMailbox } from '@kismet/test-env/test-mailbox'
import type { TestMailbox } from '@kismet/test-env/test-mailbox'
import { startTestNats, startTestRedis } from '@kismet/test-env/test-servers'
import type { TestNats, TestRedis } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { Context } from '../src/context.ts'
import { auth } from '../src/service.ts'

/** An address of a network of its own. */
export const newAddress = (() => {
  let count = 0
  return () => `198.51.${(count += 1) >> 8}.${count & 255}`
})()

export interface Caller {
  readonly ip?: string
  readonly token?: string
  /** The device token of the caller's browser. */
  readonly device?: string
}

/** How a call was refused. */
export interface Refused {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly retryAfterSeconds: number | undefined
}

export const password = 'a-long-password-7'
export const adminCredentials = { username: 'owner', password: 'the-owners-password' }

/** Auth on real servers, called as the gateway calls it; the wallet is a stand-in. The clock stands still until a test moves it. */
export class AuthWorld {
  readonly clock = new TestClock(systemClock.now())
  readonly balances = new Map<string, number>()
  /** What the wallet was told of suspensions, in order. */
  readonly suspensions: Input<typeof setSuspension>[] = []
  /** The wallet fails for this player. */
  unknownToWallet: string | undefined
  readonly mailbox: TestMailbox
  readonly redisServer: TestRedis
  readonly redis: Redis
  readonly db: pg.Client
  gateway!: Bus
  /** Calls as the service support does. */
  support!: Bus
  /** Calls as the service analytics does. */
  analytics!: Bus
  /** Calls as the service mines does. */
  mines!: Bus
  service!: RunningService<Context>
  readonly #nats: TestNats
  readonly #database: TestDatabase
  readonly #env: Env
  #wallet!: Bus
  #people = 0

  private constructor(
    servers: { database: TestDatabase; nats: TestNats; redis: TestRedis; mailbox: TestMailbox },
    env: Env,
  ) {
    this.mailbox = servers.mailbox
    this.redisServer = servers.redis
    this.redis = new Redis(servers.redis.url)
    this.redis.on('error', () => undefined)
    this.db = new pg.Client({ connectionString: servers.database.ownerUrl, options: '-c search_path=auth' })
    this.#nats = servers.nats
    this.#database = servers.database
    this.#env = env
  }

  static async open(env: Env = {}): Promise<AuthWorld> {
    const [database, nats, redis, mailbox] = await Promise.all([
      createTestDatabase(['auth']),
      startTestNats(),
      startTestRedis(),
      startTestMailbox(),
    ])
    const world = new AuthWorld({ database, nats, redis, mailbox }, env)
    const tokens = new TestTokens()
    await world.db.connect()
    world.gateway = await joinBus(nats, 'gateway', tokens, world.clock)
    world.support = await joinBus(nats, 'support', tokens, world.clock)
    world.analytics = await joinBus(nats, 'analytics', tokens, world.clock)
    world.mines = await joinBus(nats, 'mines', tokens, world.clock)
    await world.startWallet()
    world.service = await world.startReplica()
    return world
  }

  /** Another process of auth. */
  startReplica(env: Env = {}, log: Logger = testLogger('auth')): Promise<RunningService<Context>> {
    return auth.start({ ...this.env(), ...env }, { clock: this.clock, log })
  }

  env(): Env {
    return {
      NATS_URL: this.#nats.urlOf('auth'),
      DATABASE_URL: this.#database.urlOf('auth'),
      REDIS_URL: this.redisServer.url,
      SMTP_URL: this.mailbox.url,
      MAIL_FROM: 'Kismet <no-reply@example.in>',
      AUTH_SECRET: 'a secret of the tests that is long enough',
      AUDIT_KEY: auditKey,
      ADMIN_USERNAME: adminCredentials.username,
      ADMIN_PASSWORD: adminCredentials.password,
      ...this.#env,
    }
  }

  async startWallet(): Promise<void> {
    const answer = handle(readBalance, (_context: undefined, { input }) =>
      Promise.resolve({
        balance: paise(this.balances.get(input.playerId) ?? 0),
        balanceSeq: 7,
        netResult: paise(-150),
      }),
    )
    const suspensions = handle(setSuspension, (_context: undefined, { input }) => {
      if (input.playerId === this.unknownToWallet) throw new Error('The wallet fails for this player')
      this.suspensions.push(input)
      return Promise.resolve({})
    })
    this.#wallet = await standIn(this.#nats, 'wallet', new TestTokens(), [answer, suspensions], this.clock)
  }

  /** Answers operations of another service. */
  standIn(service: BusUser, handlers: Parameters<typeof standIn>[3]): Promise<Bus> {
    return standIn(this.#nats, service, new TestTokens(), handlers, this.clock)
  }

  async stopWallet(): Promise<void> {
    await this.#wallet.close()
  }

  /** Calls in the wire form, as the gateway does. */
  async call<O extends OperationShape>(operation: O, input: WireInput<O>, caller?: Caller): Promise<WireOutput<O>> {
    return (await this.enter(operation, input, caller)).out
  }

  /** The same. @returns the device token to keep too */
  async enter<O extends OperationShape>(
    operation: O,
    input: WireInput<O>,
    { ip = '203.0.113.1', ...rest }: Caller = {},
  ): Promise<{ out: WireOutput<O>; device: string }> {
    const reply = await this.gateway.send(operation, input, { requestId: 'test', ip, ...rest })
    return { out: reply.out as WireOutput<O>, device: reply.b ?? '' }
  }

  /** Calls as the service payments does. */
  payments<O extends OperationShape>(operation: O, input: WireInput<O>): Promise<WireOutput<O>> {
    return this.as('payments', operation, input)
  }

  /** Calls as a service does. */
  async as<O extends OperationShape>(service: BusUser, operation: O, input: WireInput<O>): Promise<WireOutput<O>> {
    const bus = await joinBus(this.#nats, service, new TestTokens(), this.clock)
    try {
      return (await bus.send(operation, input, { requestId: 'test' })).out as WireOutput<O>
    } finally {
      await bus.close()
    }
  }

  /** Calls and expects a refusal. */
  async refusal<O extends OperationShape>(operation: O, input: WireInput<O>, caller?: Caller): Promise<Refused> {
    const error: unknown = await this.call(operation, input, caller).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (!isRefusal(error)) throw new Error('The call was not refused', { cause: error })
    const { code, status, message, retryAfterSeconds } = error
    return { code, status, message, retryAfterSeconds }
  }

  /** Whether every mail was sent or has ended. */
  async hasNoMail(): Promise<boolean> {
    return (await this.rows('SELECT 1 FROM mail WHERE sealed IS NOT NULL')).length === 0
  }

  /** Whether so many statements wait for locks of other transactions. */
  async waitsForLock(statements = 1): Promise<boolean> {
    const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    return (await this.rows(waits)).length >= statements
  }

  /** An e-mail that nobody has used. */
  newEmail(): string {
    return `person-${(this.#people += 1)}@example.in`
  }

  /** Somebody who has signed up and verified the code. */
  async player(email = this.newEmail()): Promise<{ email: string; id: string; token: string; device: string }> {
    const { signupId } = await this.call(signup, { email, password, acceptTerms: true })
    const otp = await this.mailbox.code(email)
    const { out, device } = await this.enter(verifyOtp, { email, otp, signupId })
    return { email, id: out.user._id, token: out.token, device }
  }

  async login(email: string, caller?: Caller): Promise<string> {
    return (await this.call(login, { email, password }, caller)).token
  }

  async adminToken(): Promise<string> {
    return (await this.call(adminLogin, adminCredentials)).token
  }

  async rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.db.query<Row>(sql, values)).rows
  }

  async close(): Promise<void> {
    await this.service.stop()
    await this.gateway.close()
    await this.support.close()
    await this.analytics.close()
    await this.mines.close()
    await this.#wallet.close()
    this.redis.disconnect()
    await this.db.end()
    await Promise.all([this.#database.drop(), this.#nats.remove(), this.redisServer.remove(), this.mailbox.close()])
  }
}

/** What sets a new password with a mailed code. */
export function resetForm(
  email: string,
  otp: string,
  newPassword = 'another-long-password',
): WireInput<typeof resetPassword> {
  return { email, otp, newPassword, confirmPassword: newPassword }
}

/** A code that is not `code`. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** What a token says, without checking it. */
export function contentOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}

/** The key that a token is signed with. */
export function kidOf(token: string): string {
  const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }
  return header.kid
}
