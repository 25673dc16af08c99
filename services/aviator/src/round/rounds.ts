import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@kismet/contracts'
import { flightMultiplierHundredths, mathsVersion } from '@kismet/fairness'
import type { Term } from '@kismet/service-kit/leadership'
import { Book } from '../domain/book.ts'
import { flightOf, stepOf } from '../domain/round.ts'
import type { Flight, OverRound, Round, Step } from '../domain/round.ts'
import { modeInForce } from '../db/volatility.ts'
import { finishAll, refundAll, releaseAll } from './ends.ts'
import type { Current, TableContext } from './table.ts'

const { bettingMs, tickEveryMs } = limits.aviator
/** The clock of the rounds is looked at this often at least, because it can be moved. */
const lookEveryMs = 50
/** While betting is open, gateways hear the time at least this often. */
const tellTimeEveryMs = 1_000
const retryMs = 200
const stuckAfterMs = 5_000

type RoundIn<P extends Round['phase']> = Extract<Round, { phase: P }>

/** Plays one round after the other by the steps of `domain/round.ts`, until it is stopped: the one loop of the leader. */
export class Rounds {
  readonly #ctx: TableContext
  readonly #term: Term
  readonly #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()
  /** The time of the last step, in the clock of the rounds and in a clock that goes on while the process is paused. */
  #lastStep = { atMs: Number.NEGATIVE_INFINITY, monotonicMs: Number.NEGATIVE_INFINITY }
  #ticks = 0
  #toldAtMs = 0
  #failures = 0
  readonly #startedAt = performance.now()

  constructor(ctx: TableContext, term: Term) {
    this.#ctx = ctx
    this.#term = term
  }

  /** False when a step has been waiting for this time. */
  get isPlaying(): boolean {
    return (
      this.#failures < 3 && performance.now() - Math.max(this.#startedAt, this.#lastStep.monotonicMs) < stuckAfterMs
    )
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Ends after the step that is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const signal = AbortSignal.any([this.#stopping.signal, this.#term.signal])
    while (!signal.aborted) {
      const waitMs = await this.#step().catch((error: unknown) => {
        this.#failures += 1
        this.#ctx.log.error({ err: error }, 'a step of the round failed; retrying')
        return retryMs
      })
      await delay(waitMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** @returns the ms until the next step */
  async #step(): Promise<number> {
    // A leader that may have a successor waits until it is certain.
    if (!this.#term.isCertain()) return lookEveryMs
    const nowMs = this.#ctx.roundClock.now()
    const before = this.#lastStep
    const { current } = this.#ctx.table
    const monotonicMs = performance.now()
    const wasPaused = monotonicMs - before.monotonicMs >= this.#ctx.config.ABSENT_AFTER_MS
    const now = {
      nowMs,
      absentSinceMs: wasPaused ? before.atMs : null,
      isSettled: current?.book.with('open').length === 0,
    }
    // The event of a phase may be lost when the leader was paused or has changed.
    if (wasPaused && current !== undefined) this.#ctx.announcer.phase(current.round)
    const step = stepOf(current?.round, now)
    const waitMs = await this.#take(step, nowMs)
    this.#lastStep = { atMs: nowMs, monotonicMs }
    this.#failures = 0
    return waitMs
  }

  async #take(step: Step, nowMs: number): Promise<number> {
    const { current } = this.#ctx.table
    if (current === undefined || step.kind === 'open') return this.#open(current)
    const { round, book } = current
    switch (step.kind) {
      case 'wait':
        return this.#wait(current, step.untilMs, nowMs)
      case 'close':
        if (round.phase === 'betting') await this.#close(round, book, nowMs)
        return 0
      case 'crash':
        if (round.phase === 'flying') await this.#end(current, 'crashed', round.flight.crashAtMs)
        return 0
      case 'settle':
        if (round.phase === 'crashed') finishAll(this.#ctx, current, book.crash(round.flight))
        return 0
      case 'void':
        await this.#end(current, 'void', nowMs)
        return 0
    }
  }

  #wait({ round, book }: Current, untilMs: number, nowMs: number): number {
    const { announcer, config } = this.#ctx
    let nextMs = untilMs
    if (round.phase === 'betting' && nowMs >= this.#toldAtMs + tickEveryMs) {
      if (announcer.isFed || nowMs >= this.#toldAtMs + tellTimeEveryMs) {
        announcer.bets(round.commitment.roundId)
        this.#toldAtMs = nowMs
      }
      nextMs = Math.min(untilMs, nowMs + tickEveryMs)
    }
    if (round.phase === 'flying') {
      finishAll(this.#ctx, { round, book }, book.reachTargets(round.flight, nowMs))
      this.#tick(round, nowMs)
      nextMs = Math.min(untilMs, round.flight.takeoffAtMs + this.#ticks * tickEveryMs)
    }
    return Math.min(lookEveryMs, Math.max(0, nextMs - nowMs) / config.SPEED)
  }

  /** Tells the multiplier, once for each tenth of a second. */
  #tick({ commitment, flight }: RoundIn<'flying'>, nowMs: number): void {
    const elapsedMs = nowMs - flight.takeoffAtMs
    const seq = Math.floor(elapsedMs / tickEveryMs) + 1
    if (seq <= this.#ticks || elapsedMs < 0) return
    this.#ticks = seq
    this.#ctx.tickLateness.observe((elapsedMs % tickEveryMs) / 1_000)
    const tick = { multiplierHundredths: flightMultiplierHundredths(elapsedMs), seq, serverTime: nowMs }
    this.#ctx.announcer.tick(commitment.roundId, tick)
  }

  /** Opens the next round, unless the site is under maintenance: its commitment and times are stored before anybody hears of it. */
  async #open(before: Current | undefined): Promise<number> {
    const { maintenance, randomness, chains } = this.#ctx
    if (await maintenance.isOn('round')) return retryMs
    const roundNumber = (before?.round.commitment.roundNumber ?? 0) + 1
    const { chain, fairnessHash } = await chains.seedsOf(roundNumber)
    const volatilityMode = await modeInForce(this.#ctx.db)
    // Looked at after what takes its time: betting is open for as long as it is said to be.
    const openedAtMs = this.#ctx.roundClock.now()
    const commitment = {
      roundId: randomness.id(this.#ctx.clock.now()),
      ...{ roundNumber, chainId: chain.chainId, fairnessHash, version: mathsVersion, volatilityMode },
      ...{ openedAtMs, bettingEndsAtMs: openedAtMs + bettingMs },
    }
    await this.#become({ commitment, phase: 'betting' }, new Book())
    return 0
  }

  /** Betting is over: bets that the wallet has not accepted are released, and what decides the flight is stored before take-off is told. */
  async #close({ commitment }: RoundIn<'betting'>, book: Book, nowMs: number): Promise<void> {
    releaseAll(this.#ctx, book, book.close())
    const flight = await this.#flightOf(commitment, book, nowMs)
    this.#ticks = 0
    await this.#become({ commitment, phase: 'flying', flight }, book)
  }

  /** The round is over: its seed is public from here on. */
  async #end({ round, book }: Current, phase: OverRound['phase'], atMs: number): Promise<void> {
    const { commitment } = round
    releaseAll(this.#ctx, book, book.close())
    const flight = 'flight' in round ? round.flight : await this.#flightOf(commitment, book, atMs)
    if (phase === 'crashed') finishAll(this.#ctx, { round, book }, book.reachTargets(flight, flight.crashAtMs))
    const { serverSeed } = await this.#ctx.chains.seedsOf(commitment.roundNumber)
    const over = { commitment, phase, flight, end: { atMs, serverSeed } }
    await this.#become(over, book)
    if (phase === 'void') refundAll(this.#ctx, { round: over, book }, book.with('open'))
  }

  /** Stores what the round has become, and only then tells it. */
  async #become(round: Round, book: Book): Promise<void> {
    const { journal, announcer, table } = this.#ctx
    await journal.round(round)
    table.current = { round, book }
    announcer.phase(round)
  }

  async #flightOf(commitment: Round['commitment'], book: Book, takeoffAtMs: number): Promise<Flight> {
    const { chain, serverSeed } = await this.#ctx.chains.seedsOf(commitment.roundNumber)
    return flightOf(commitment, { serverSeed, salt: chain.salt }, book.firstClientSeeds(), takeoffAtMs)
  }
}
