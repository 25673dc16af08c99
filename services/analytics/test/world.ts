import {
  countOnline,
  mailReport,
  paise,
  readAccounts,
  readEntries,
  readLedgerHealth,
  readWaiting,
  readPlayerEmails,
  reportMeasures,
  sumMethods,
} from '@kismet/contracts'
import type { Input, LedgerEntry, OperationShape, Output, WireInput, WireOutput } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { RunningService } from '@kismet/service-kit/define-service'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, siteIsOpen, standIn, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { createTestMongo } from '@kismet/test-env/test-mongo'
import type { TestMongo } from '@kismet/test-env/test-mongo'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { streamKey } from '@kismet/test-env/test-streams'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { Context } from '../src/context.ts'
import { findProgress } from '../src/ingest/store.ts'
import { analytics } from '../src/service.ts'
import { LedgerScript } from './ledger-script.ts'

type Caller = ReturnType<TestTokens['player']> | ReturnType<TestTokens['admin']>

const placeOf = (cursor: string) => (cursor === '' ? 0 : Number(cursor.split(':')[0]))

/** Analytics on a real bus and a real server of MongoDB's protocol, with a wallet that tells the entries of a script. */
export class AnalyticsWorld {
  readonly nats: TestNats
  readonly mongo: TestMongo
  readonly tokens: TestTokens
  readonly script = new LedgerScript()
  /** What auth knows of players, and whether it answers. */
  readonly emails = new Map<string, string>()
  knowsEmails = true
  /** Players that the gateway counts. */
  online = 0
  readonly #gateway: Bus
  /** Whether the wallet tells its log. */
  tellsLog = true
  /** Entries of the log that are final: those behind are held back by a transaction that stays open. */
  final = Number.POSITIVE_INFINITY
  /** So many entries are in archived months, which end at this time. */
  archived: { readonly count: number; readonly keptFrom: string } | null = null
  /** How often the wallet was asked for its log. */
  asked = 0
  /** Runs before the wallet answers. */
  beforeAnswer: () => void = () => undefined
  /** Reports that analytics asked auth to mail. */
  readonly mailed: Input<typeof mailReport>[] = []
  /** Measures that analytics reported to auth, and whether auth answers. */
  readonly reported: Input<typeof reportMeasures>[] = []
  takesReports = true
  /** Whether payments answers. */
  knowsMethods = true
  /** Added to the balance of the house by the stand-in of the wallet. */
  missingPaise = 0
  #wallet: Bus | undefined
  #payments: Bus | undefined
  #running: RunningService<Context> | undefined

  private constructor(nats: TestNats, mongo: TestMongo, tokens: TestTokens, gateway: Bus) {
    this.nats = nats
    this.mongo = mongo
    this.tokens = tokens
    this.#gateway = gateway
  }

  /** The parts; nothing of analytics runs yet. */
  static async create(): Promise<AnalyticsWorld> {
    const [nats, mongo] = await Promise.all([startTestNats(), createTestMongo()])
    const tokens = new TestTokens()
    const world = new AnalyticsWorld(nats, mongo, tokens, await joinBus(nats, 'gateway', tokens))
    const emails = handle(readPlayerEmails, (_context: undefined, { input: { ids } }) => {
      if (!world.knowsEmails) throw new Refusal('unavailable')
      const players = ids.flatMap((_id) => {
        const email = world.emails.get(_id)
        return email === undefined ? [] : [{ _id, email }]
      })
      return Promise.resolve({ players })
    })
    const online = handle(countOnline, () => Promise.resolve({ count: world.online }))
    const mail = handle(mailReport, (_context: undefined, { input }) => {
      world.mailed.push(input)
      return Promise.resolve({})
    })
    const measures = handle(reportMeasures, (_context: undefined, { input }) => {
      world.reported.push(input)
      if (!world.takesReports) throw new Refusal('unavailable')
      return Promise.resolve({})
    })
    await Promise.all([mongo.start(), startFakeAuth(nats, tokens, [siteIsOpen, emails, mail, measures])])
    world.#gateway.serve([online], undefined)
    await world.#gateway.flush()
    const log = handle(readEntries, (_context: undefined, { input: { after, limit } }) => {
      world.asked += 1
      world.beforeAnswer()
      if (!world.tellsLog) throw new Refusal('unavailable')
      const from = placeOf(after)
      if (after !== world.cursorAt(from)) return Promise.resolve({ facts: [], cursor: '', more: true, waiting: false })
      const begin = Math.max(from, world.archived?.count ?? 0)
      const facts = world.script.entries.slice(begin, Math.min(begin + limit, world.final))
      const end = begin + facts.length
      const cursor = world.cursorAt(end)
      const more = end < Math.min(world.final, world.script.entries.length)
      const keptFrom = after === '' ? { keptFrom: world.archived?.keptFrom ?? null } : {}
      const waiting = !more && end < world.script.entries.length
      return Promise.resolve({ facts, cursor, more, waiting, ...keptFrom })
    })
    const accounts = handle(readAccounts, (_context: undefined, { input: { cursor } }) =>
      Promise.resolve(world.accountsAt(placeOf(cursor))),
    )
    const methods = handle(sumMethods, () => {
      if (!world.knowsMethods) throw new Refusal('unavailable')
      return Promise.resolve({ deposits: [{ method: 'UPI', count: 1, amount: paise(100_000) } as const] })
    })
    const ledger = handle(readLedgerHealth, () => Promise.resolve({ state: 'clean' as const }))
    const waiting = handle(readWaiting, () => Promise.resolve({ count: 0, sumPaise: paise(0), oldest: null }))
    world.#wallet = await standIn(nats, 'wallet', tokens, [log, accounts, ledger])
    world.#payments = await standIn(nats, 'payments', tokens, [methods, waiting])
    return world
  }

  /** The cursor behind so many entries, with the time of the last one. */
  cursorAt(count: number): string {
    const last = this.script.entries[count - 1]
    return last === undefined ? '' : `${count}:0:${Date.parse(last.at)}`
  }

  /** The accounts behind so many entries, as the wallet has them: balances from the newest entry of each player. */
  accountsAt(count: number): Output<typeof readAccounts> {
    const entries = this.script.entries.slice(0, count)
    const balances = new Map(entries.map(({ playerId, balanceAfterPaise }) => [playerId, balanceAfterPaise]))
    const sum = (of: (entry: LedgerEntry) => number) => entries.reduce((all, entry) => all + of(entry), 0)
    const ofKind = (kinds: readonly string[], of: (entry: LedgerEntry) => number) =>
      sum((entry) => (kinds.includes(entry.kind) ? of(entry) : 0))
    const openStakes =
      ofKind(['reserve'], (one) => one.stakePaise) - ofKind(['settle', 'void'], (one) => one.stakePaise)
    const corrected = (account: string) => sum((one) => (one.account === account ? one.amountPaise : 0))
    const house = ofKind(['play', 'settle'], (one) => one.stakePaise - one.payoutPaise) - corrected('house')
    const outside = 0 - ofKind(['deposit'], (one) => one.amountPaise) - ofKind(['pay-out'], (one) => one.heldPaise)
    return {
      entries: count,
      players: paise([...balances.values()].reduce((all, balance) => all + balance, 0)),
      openStakes: paise(openStakes),
      held: paise(sum((one) => one.heldPaise)),
      house: paise(house + this.missingPaise),
      outside: paise(outside - corrected('outside')),
      bonus: paise(0 - ofKind(['bonus'], (one) => one.amountPaise) - corrected('bonus')),
    }
  }

  get env(): Record<string, string> {
    return {
      NATS_URL: this.nats.urlOf('analytics'),
      MONGODB_URL: this.mongo.url,
      STREAM_KEY: streamKey,
    }
  }

  get running(): RunningService<Context> {
    if (this.#running === undefined) throw new Error('Analytics does not run')
    return this.#running
  }

  async start(): Promise<void> {
    this.#running = await analytics.start(this.env, { log: testLogger('analytics') })
    Object.assign(this.#running.context, { stepEveryMs: 0 })
  }

  async stop(): Promise<void> {
    await this.#running?.stop()
    this.#running = undefined
  }

  /** Says that there are entries. */
  wake(): void {
    this.#wallet?.signal(readEntries.wake, {})
  }

  /** Says so, and waits until all of the script have been taken. */
  async settle(): Promise<void> {
    this.wake()
    const { documents, freshness, clock } = this.running.context
    await eventually('all entries have been taken', async () => {
      const found = await findProgress(documents).catch(() => null)
      return (
        found?.isWhole === true &&
        found.cursor === this.cursorAt(this.script.entries.length) &&
        freshness.isFresh(clock)
      )
    })
  }

  /** Asks as the gateway does. */
  async ask<O extends OperationShape>(operation: O, caller: Caller, input: WireInput<O>): Promise<WireOutput<O>> {
    const reply = await this.#gateway.send(operation, input, { requestId: 'test', token: caller.token })
    return reply.out as WireOutput<O>
  }

  async close(): Promise<void> {
    await this.stop()
    await this.#wallet?.close()
    await this.#payments?.close()
    await this.#gateway.close()
    await Promise.all([this.nats.remove(), this.mongo.remove()])
  }
}
