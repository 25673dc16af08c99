import { setTimeout as delay } from 'node:timers/promises'
import { paise, playBet } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { eventually } from '@kismet/test-env/eventually'
import { newId } from './fixture.ts'

const askEveryMs = 50

interface Bet {
  readonly betId: string
  readonly playerId: string
  /** The balance that it was answered with; undefined when it was not answered. */
  balancePaise: number | undefined
}

/** Callers that bet one after the other, each with a new bet whatever became of the one before, until they are told to stop. */
export class Load {
  readonly bets: Bet[] = []
  /** The longest time in which no bet was answered, between two that were. */
  longestGapMs = 0
  #answeredAt: number | undefined
  #stopping = false
  readonly #games: Bus
  readonly #players: readonly string[]
  readonly #callers: Promise<void>[]

  constructor(games: Bus, players: readonly string[], callers: number) {
    this.#games = games
    this.#players = players
    this.#callers = Array.from({ length: callers }, (_, index) => this.#call(this.#playerAt(index)))
    this.#callers.push(this.#keepAsking())
  }

  get answered(): number {
    return this.bets.filter(({ balancePaise }) => balancePaise !== undefined).length
  }

  reach(answered: number): Promise<boolean> {
    return eventually(`${answered} bets are answered`, () => this.answered >= answered, 60_000)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#callers)
  }

  #playerAt(index: number): string {
    return this.#players[index % this.#players.length] ?? newId()
  }

  #noteAnswer(atMs: number): void {
    this.longestGapMs = Math.max(this.longestGapMs, atMs - (this.#answeredAt ?? atMs))
    this.#answeredAt = atMs
  }

  async #call(playerId: string): Promise<void> {
    while (!this.#stopping) await this.#bet(playerId)
  }

  /** Bets whether or not those before were answered: who waits for a wallet that was killed does not see when the next one leads. */
  async #keepAsking(): Promise<void> {
    const asked: Promise<void>[] = []
    while (!this.#stopping) {
      asked.push(this.#bet(this.#playerAt(asked.length)))
      await delay(askEveryMs)
    }
    await Promise.all(asked)
  }

  async #bet(playerId: string): Promise<void> {
    const bet: Bet = { betId: newId(), playerId, balancePaise: undefined }
    this.bets.push(bet)
    const input = {
      betId: bet.betId,
      playerId,
      game: 'Dice',
      stakePaise: paise(100),
      payoutPaise: paise(97),
    } as const
    bet.balancePaise = await this.#games.call(playBet, input, { requestId: 'load' }).then(
      (booked) => booked.balancePaise,
      () => undefined,
    )
    if (bet.balancePaise !== undefined) this.#noteAnswer(performance.now())
  }
}
