import {
  bookAdminAction,
  getKeys,
  limits,
  listSupporters,
  mailSupportReply,
  supportQueueUpdated,
  supportThreadChanged,
} from '@kismet/contracts'
import type { Input, OperationShape, WireInput, WireOutput } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { isoTime } from '@kismet/service-kit/clock'
import type { RunningService } from '@kismet/service-kit/define-service'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { joinBus, siteIsOpen, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { TestClock } from '@kismet/test-env/test-clock'
import { startTestMongo } from '@kismet/test-env/test-mongo'
import type { TestMongo } from '@kismet/test-env/test-mongo'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { Context, Room } from '../src/context.ts'
import type { Models } from '../src/db/models.ts'
import { clearUp, support } from '../src/service.ts'

export const written = { name: 'Asha Rao', email: 'asha@example.in', message: 'Where is my deposit?' }

const startMs = Date.UTC(2026, 10, 21, 12)

interface Booked {
  readonly by: string
  readonly input: Input<typeof bookAdminAction>
}

const listsSupporters = handle(listSupporters, () => Promise.resolve({ names: ['leela', 'sana'] }))

/** Two replicas of support on a real bus and a real MongoDB, called as the gateway calls it; auth is a stand-in that books. */
export class SupportStage {
  readonly tokens = new TestTokens()
  readonly clock = new TestClock(startMs)
  /** What auth has booked, by its key. */
  readonly booked = new Map<string, Booked>()
  /** What auth has mailed, by the id of the reply, and how often it was asked to. */
  readonly mails = new Map<string, Input<typeof mailSupportReply>>()
  mailCalls = 0
  /** Whether auth answers. */
  books = true
  /** The players that were told. */
  readonly told: string[] = []
  readonly queue: number[] = []
  readonly mongo: TestMongo
  readonly #nats: TestNats
  #gateway!: Bus
  #auth!: Bus
  #replicas: RunningService<Context>[] = []

  private constructor(nats: TestNats, mongo: TestMongo) {
    this.#nats = nats
    this.mongo = mongo
  }

  static async set(): Promise<SupportStage> {
    const [nats, mongo] = await Promise.all([startTestNats(), startTestMongo()])
    const stage = new SupportStage(nats, mongo)
    stage.#auth = await startFakeAuth(nats, stage.tokens, [
      siteIsOpen,
      stage.#bookkeeper(),
      stage.#postman(),
      listsSupporters,
    ])
    stage.#gateway = await joinBus(nats, 'gateway', stage.tokens)
    await stage.#gateway.call(getKeys, {}, { requestId: 'stage' })
    stage.#gateway.onSignal(supportQueueUpdated, ({ support: open }) => stage.queue.push(open), { shared: true })
    stage.#gateway.onSignal(supportThreadChanged, (news) => stage.told.push(...news.map(({ to }) => to)), {
      shared: true,
    })
    await stage.#gateway.flush()
    const start = () =>
      support.start({ NATS_URL: nats.urlOf('support'), MONGODB_URL: mongo.url }, { log: testLogger('support') })
    stage.#replicas = await Promise.all([start(), start()])
    // The clock is for the rules alone: calls and tokens keep the time of all.
    for (const { context } of stage.#replicas) Object.assign(context, { clock: stage.clock })
    return stage
  }

  /** Makes the stage as it was at first, for the next test. */
  async clear(): Promise<void> {
    await this.#replicas[0]?.context.documents.run(async ({ messages, replies, desks }) => {
      await messages.deleteMany({})
      await replies.deleteMany({})
      await desks.deleteMany({})
    })
    this.setRoom(limits.support.open)
    this.clock.advance(startMs - this.clock.now())
    this.booked.clear()
    this.mails.clear()
    this.mailCalls = 0
    this.books = true
    this.queue.length = 0
    this.told.length = 0
  }

  async strike(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.stop()))
    await Promise.all([this.#auth.close(), this.#gateway.close()])
    await Promise.all([this.#nats.remove(), this.mongo.remove()])
  }

  async call<const O extends OperationShape>(
    operation: O,
    input: WireInput<O>,
    meta: Partial<CallMeta> = {},
  ): Promise<WireOutput<O>> {
    const { out } = await this.#gateway.send(operation, input, { requestId: 'test', ...meta })
    return out as WireOutput<O>
  }

  /** The limits of open messages from now on. */
  setRoom(room: Room): void {
    for (const { context } of this.#replicas) Object.assign(context, { room })
  }

  /** Both replicas clear up, at the same time. */
  async clearUp(): Promise<void> {
    await Promise.all(this.#replicas.map(({ context }) => clearUp(context)))
  }

  /** Calls as auth does. */
  callAsAuth<const O extends OperationShape>(operation: O, input: Input<O>): Promise<unknown> {
    return this.#auth.call(operation, input, { requestId: 'test' })
  }

  /** Works with the stored messages, as an earlier release may have left them. */
  store<T>(work: (models: Models) => Promise<T>): Promise<T> {
    const [replica] = this.#replicas
    if (replica === undefined) throw new Error('no replica runs')
    return replica.context.documents.run(work)
  }

  /** Port of the first replica's /ready. */
  get port(): number {
    return this.#replicas[0]?.port ?? 0
  }

  #postman() {
    return handle(mailSupportReply, (_context: undefined, { input }) => {
      this.mailCalls += 1
      if (!this.books) throw new Refusal('unavailable')
      this.mails.set(input.replyId, input)
      return Promise.resolve({})
    })
  }

  #bookkeeper() {
    return handle(bookAdminAction, (_context: undefined, { input, admin }) => {
      if (!this.books) throw new Refusal('unavailable')
      const first = this.booked.get(input.key) ?? { by: admin.username, input }
      this.booked.set(input.key, first)
      return Promise.resolve({ by: first.by, at: isoTime(this.clock.now()) })
    })
  }
}
