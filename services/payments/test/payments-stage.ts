import { auditKey } from '@kismet/test-env/test-audit'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  adminListDeposits,
  decideDeposit,
  depositUpdated,
  getDepositSettings,
  getKeys,
  maintenanceChanged,
  queueUpdated,
  withdrawalUpdated,
} from '@kismet/contracts'
import type { BusUser, Input, OperationShape, Output, WireInput, WireOutput } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import type { Clock } from '@kismet/service-kit/clock'
import type { RunningService } from '@kismet/service-kit/define-service'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import { eventually } from '@kismet/test-env/eventually'
import { FakeStanding } from '@kismet/test-env/fake-standing'
import { joinBus, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { fromGateway, streamKey } from '@kismet/test-env/test-streams'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { TestAdmin, TestPlayer } from '@kismet/test-env/test-tokens'
import type { Context } from '../src/context.ts'
import { countUnbooked } from '../src/db/requests.ts'
import { payments } from '../src/service.ts'
import { FakeAuth } from './fake-auth.ts'
import { FakeWallet } from './fake-wallet.ts'
import { imageAs } from './files.ts'

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))

type Caller = TestPlayer | TestAdmin | undefined

export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown> & { message?: string; code?: string; deposit: { _id: string; status: string } }
}

/** The output of a call, or the code and text of its refusal. */
export type BusAnswer<O extends OperationShape> =
  | { out: WireOutput<O>; isReplay: boolean; code?: never; message?: never; params?: never }
  | { out?: never; code: string; message: string; params: Refusal['params'] }

/** `payTo`, `note`: the account that the page showed, and the note of the payment. */
export interface DepositParts extends Partial<Readonly<Record<'payTo' | 'note', string>>> {
  readonly amount?: string
  readonly method?: string
  readonly utr?: string
  readonly proof?: Buffer | undefined
  readonly fileName?: string
  readonly key?: string
  /** Which of the two replicas is asked. */
  readonly replica?: 0 | 1
}

/** Two replicas of payments on a real bus and a real database, with a wallet and an auth that are played. */
export class PaymentsStage {
  readonly tokens: TestTokens
  readonly wallet: FakeWallet
  /** The database as its owner, who may do more than the service. */
  readonly owner: Pool
  readonly signals: {
    decided: Record<string, unknown>[]
    withdrawals: Record<string, unknown>[]
    queue: { deposits: number; withdrawals: number }[]
  } = { decided: [], withdrawals: [], queue: [] }
  readonly fakeAuth: FakeAuth
  /** The folder with the pictures of proofs. */
  readonly proofsFolder = mkdtempSync(join(tmpdir(), 'kismet-proofs-'))
  /** What auth says of admins who decide together. */
  readonly standing: FakeStanding
  readonly #nats: TestNats
  readonly #database: TestDatabase
  readonly #auth: Bus
  readonly #gateway: Bus
  readonly #clock: Clock | undefined
  readonly #more: Readonly<Record<string, string>>
  #replicas: RunningService<Context>[] = []
  #references = 400_000
  #proof: Promise<Buffer> | undefined

  private constructor(
    parts: {
      tokens: TestTokens
      nats: TestNats
      database: TestDatabase
      auth: Bus
      gateway: Bus
      fakeAuth: FakeAuth
      standing: FakeStanding
    },
    clock: Clock | undefined,
    more: Readonly<Record<string, string>>,
  ) {
    this.#clock = clock
    this.#more = more
    this.standing = parts.standing
    this.fakeAuth = parts.fakeAuth
    this.tokens = parts.tokens
    this.#nats = parts.nats
    this.#database = parts.database
    this.#auth = parts.auth
    this.#gateway = parts.gateway
    this.wallet = new FakeWallet(parts.nats, parts.tokens)
    const log = testLogger('payments')
    this.owner = createPool({ url: parts.database.ownerUrl, schema: 'payments', maxConnections: 4, log })
  }

  /** `clock` is for the rules alone: calls and tokens keep the time of all. `more`: variables of the environment. */
  static async set(clock?: Clock, more: Readonly<Record<string, string>> = {}): Promise<PaymentsStage> {
    const tokens = new TestTokens()
    const [nats, database] = await Promise.all([startTestNats(), createTestDatabase(['payments'])])
    const fakeAuth = new FakeAuth()
    const standing = new FakeStanding()
    const [auth, gateway] = await Promise.all([
      startFakeAuth(nats, tokens, [standing.handler, ...fakeAuth.handlers]),
      joinBus(nats, 'gateway', tokens),
    ])
    const stage = new PaymentsStage({ tokens, nats, database, auth, gateway, fakeAuth, standing }, clock, more)
    const { signals } = stage
    gateway.onSignal(withdrawalUpdated, (news) => signals.withdrawals.push(...news), { shared: true })
    gateway.onSignal(depositUpdated, (news) => signals.decided.push(...news), { shared: true })
    gateway.onSignal(queueUpdated, (news) => signals.queue.push(news), { shared: true })
    await gateway.call(getKeys, {}, { requestId: 'stage' })
    await stage.wallet.start()
    await stage.startReplicas()
    return stage
  }

  /** The same with real money. */
  static setReal(): Promise<PaymentsStage> {
    return PaymentsStage.set(undefined, { CASINO_MODE: 'real', PAY_TO_DELAY_HOURS: '0' })
  }

  async startReplicas(): Promise<void> {
    const start = () => payments.start(this.#env(), { log: testLogger('payments') })
    this.#replicas = await Promise.all([start(), start()])
    if (this.#clock !== undefined)
      for (const { context } of this.#replicas) Object.assign(context, { clock: this.#clock })
  }

  /** Starts payments as a process, which a test can kill. It serves once this returns. */
  async startProcess(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [program], {
      env: { ...this.#env(), LOG_LEVEL: 'silent' },
      stdio: 'ignore',
    })
    await eventually('the process answers', async () => (await this.call(getDepositSettings, undefined, {})).out)
    return child
  }

  /** Changes requests as no service may: the guards of the table are off meanwhile. */
  async rewrite(sql: string, values: unknown[] = []): Promise<void> {
    await this.owner.query('ALTER TABLE request DISABLE TRIGGER USER')
    await this.owner.query(sql, values)
    await this.owner.query('ALTER TABLE request ENABLE TRIGGER USER')
  }

  /** Removes the accounts that players pay to, as if an owner had never set one. */
  async forgetAccounts(): Promise<void> {
    await this.owner.query('UPDATE request SET pay_to_revision = NULL')
    await this.owner.query('UPDATE pay_to_account SET is_on = false, revision = NULL')
    await this.owner.query('DELETE FROM pay_to_revision')
    await this.owner.query('DELETE FROM pay_to_account')
  }

  /** What auth was asked to mail to players. */
  get mails(): FakeAuth['mails'] {
    return this.fakeAuth.mails
  }

  /** The database with the role of the service. */
  get databaseUrl(): string {
    return this.#database.urlOf('payments')
  }

  #env(): Record<string, string> {
    return {
      DATABASE_URL: this.databaseUrl,
      NATS_URL: this.#nats.urlOf('payments'),
      AUDIT_KEY: auditKey,
      STREAM_KEY: streamKey,
      CASINO_MODE: 'play',
      PROOFS_DIR: this.proofsFolder,
      ...this.#more,
    }
  }

  async stopReplicas(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.stop()))
    this.#replicas = []
  }

  async strike(): Promise<void> {
    await this.stopReplicas()
    await this.wallet.stop()
    await Promise.all([this.#auth.close(), this.#gateway.close(), this.owner.end()])
    await this.#nats.remove()
    await this.#database.drop()
    await rm(this.proofsFolder, { recursive: true, force: true })
  }

  /** A UPI reference that nobody has used, and that is near to no other. */
  reference(): string {
    return String((this.#references += 1)).repeat(2)
  }

  /** What the first replica works with. */
  get context(): Context {
    return this.#running(0).context
  }

  #running(replica: 0 | 1): RunningService<Context> {
    const running = this.#replicas[replica]
    if (running === undefined) throw new Error('payments does not run')
    return running
  }

  address(path: string, replica: 0 | 1 = 0): string {
    return `http://127.0.0.1:${this.#running(replica).port}${path}`
  }

  async fetch(path: string, caller: Caller, init: RequestInit = {}, replica: 0 | 1 = 0): Promise<Response> {
    const headers = new Headers({ ...fromGateway, ...Object.fromEntries(new Headers(init.headers)) })
    if (caller !== undefined) headers.set('authorization', `Bearer ${caller.token}`)
    return fetch(this.address(path, replica), { ...init, headers })
  }

  /** Posts a form and reads the JSON answer. */
  async post(
    path: string,
    caller: Caller,
    form: FormData,
    options: { key?: string | undefined; replica?: 0 | 1 | undefined } = {},
  ): Promise<HttpAnswer> {
    const headers = new Headers(options.key === undefined ? {} : { 'idempotency-key': options.key })
    const response = await this.fetch(path, caller, { method: 'POST', body: form, headers }, options.replica)
    return { status: response.status, headers: response.headers, body: (await response.json()) as HttpAnswer['body'] }
  }

  /** Requests a deposit: right in every part that is not given. */
  async deposit(player: TestPlayer, parts: DepositParts = {}): Promise<HttpAnswer> {
    this.#proof ??= imageAs('png')
    const form = new FormData()
    form.set('amount', parts.amount ?? '500')
    form.set('method', parts.method ?? 'UPI')
    form.set('utr', parts.utr ?? this.reference())
    if (parts.payTo !== undefined) form.set('payTo', parts.payTo)
    if (parts.note !== undefined) form.set('note', parts.note)
    const proof = 'proof' in parts ? parts.proof : await this.#proof
    if (proof !== undefined) form.set('proof', new Blob([new Uint8Array(proof)]), parts.fileName ?? 'proof.png')
    return this.post('/api/deposit', player, form, { key: parts.key, replica: parts.replica })
  }

  /** Stores a request without its proof, as if a player had made it `ageMs` ago. */
  async seed(player: TestPlayer, { amountPaise = 50_000, ageMs = 0, utr = this.reference() } = {}): Promise<string> {
    const { rows } = await this.owner.query<{ id: string }>(
      `INSERT INTO request (id, kind, status, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes, created_at)
       VALUES (uuidv7(), 'deposit', 'pending', $1, $2, $3, 'UPI', $4, $4, 1, 0, date_trunc('milliseconds', now()) - $5 * interval '1 ms') RETURNING id`,
      [player.id, player.email, amountPaise, utr || this.reference(), ageMs],
    )
    return rows[0]?.id ?? ''
  }

  /** Calls an operation as the gateway does. */
  async call<O extends OperationShape>(
    operation: O,
    caller: Caller,
    input: WireInput<O>,
    key?: string,
  ): Promise<BusAnswer<O>> {
    try {
      const reply = await this.#gateway.send(operation, input, { requestId: 'test', token: caller?.token, key })
      return { out: reply.out as WireOutput<O>, isReplay: reply.p === 1 }
    } catch (error) {
      if (isRefusal(error)) return { code: error.code, message: error.message, params: error.params }
      throw error
    }
  }

  /** Calls as the service auth does. */
  callAsAuth<O extends OperationShape>(operation: O, input: Input<O>): Promise<Output<O>> {
    return this.#auth.call(operation, input, { requestId: 'test' })
  }

  /** Calls as another service does. */
  async callAs<O extends OperationShape>(service: BusUser, operation: O, input: Input<O>): Promise<Output<O>> {
    const bus = await joinBus(this.#nats, service, this.tokens)
    try {
      return await bus.call(operation, input, { requestId: 'test' })
    } finally {
      await bus.close()
    }
  }

  /** Says to everybody whether the site is under maintenance. */
  setMaintenance(siteMaintenance: boolean): void {
    this.fakeAuth.site.siteMaintenance = siteMaintenance
    this.wallet.inMaintenance = siteMaintenance
    this.#auth.signal(maintenanceChanged, { siteMaintenance })
  }

  /** Carries out `work` while both replicas know that the site is under maintenance. */
  async inMaintenance<T>(work: () => Promise<T>): Promise<T> {
    const isKnown = (isOn: boolean) => () =>
      this.#replicas.every(({ context }) => context.maintenance.isKnownOn === isOn)
    this.setMaintenance(true)
    try {
      await eventually('maintenance is known', isKnown(true))
      return await work()
    } finally {
      this.setMaintenance(false)
      await eventually('its end is known', isKnown(false))
    }
  }

  decide(
    admin: TestAdmin,
    id: string,
    status: 'approved' | 'rejected',
    adminReason?: string,
  ): Promise<BusAnswer<typeof decideDeposit>> {
    return this.call(decideDeposit, admin, adminReason === undefined ? { id, status } : { id, status, adminReason })
  }

  async adminList(input: WireInput<typeof adminListDeposits> = {}): Promise<WireOutput<typeof adminListDeposits>> {
    const { out } = await this.call(adminListDeposits, this.tokens.admin('auditor'), input)
    if (out === undefined) throw new Error('The list was refused')
    return out
  }

  /** Makes what is owed to the wallet due now, of all requests or of some. */
  async makeDue(ids?: readonly string[]): Promise<void> {
    await this.owner.query('UPDATE request SET due_at = now() WHERE $1::uuid[] IS NULL OR id = ANY ($1)', [ids ?? null])
  }

  /** How many requests the wallet has still to book or hold. */
  async owed(): Promise<number> {
    const counts = await countUnbooked(this.owner)
    return [...counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** One value of the database, such as a count. */
  async value<T>(sql: string, values: unknown[] = []): Promise<T> {
    const { rows } = await this.owner.query<Record<string, T>>(sql, values)
    return Object.values(rows[0] ?? {})[0] as T
  }
}
