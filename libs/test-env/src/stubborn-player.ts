import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  cashOutMines,
  continueMinesAuto,
  playDice,
  playSlots,
  revealMinesTile,
  setMinesAutoSettings,
  startMines,
  startMinesAuto,
  stopMinesAuto,
} from '@kismet/contracts'
import type { OperationShape } from '@kismet/contracts'
import type { PlayerActor } from './actors.ts'

type Body = Readonly<Record<string, unknown>>

/** A bet that was answered. Amounts in rupees. */
export interface AnsweredBet {
  readonly betId: string
  readonly game: 'Dice' | 'Slots' | 'Mines'
  readonly nonce: number
  readonly stake: number
  readonly payout: number
  /** Asks again with the key of the bet. */
  readonly again: () => Promise<Body>
  readonly body: Body
}

const retryMs = 100
const stake = 100
const tiles = { betAmount: stake, minesCount: 3, selectedTiles: [0, 12], tilesToReveal: 2 }

/** Plays all games but Aviator. Repeats a call whose answer is lost with its key, as the app does, until it is answered. */
export class StubbornPlayer {
  readonly player: PlayerActor
  readonly bets: AnsweredBet[] = []
  #isStopping = false
  readonly #playing: Promise<void>

  constructor(player: PlayerActor) {
    this.player = player
    this.#playing = this.#play()
  }

  /** Waits for the answer of each bet. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#playing
  }

  async #play(): Promise<void> {
    while (!this.#isStopping) {
      await this.#instant('Dice', playDice, { betAmount: stake, rollOver: 50.5 })
      await this.#instant('Slots', playSlots, { bet: stake })
      await this.#mines()
      await this.#minesAuto()
    }
  }

  /** @returns the answer: success, or a refusal without a booked bet */
  async #ask(operation: OperationShape, input: Body = {}, key: string = randomUUID()): Promise<Body> {
    for (;;) {
      const answer = await this.player.api.call(operation, input, { key }).catch(() => undefined)
      if (answer !== undefined && answer.status < 500) return answer.body
      await delay(retryMs)
    }
  }

  async #instant(game: 'Dice' | 'Slots', operation: OperationShape, input: Body): Promise<void> {
    const key = randomUUID()
    const body = await this.#ask(operation, input, key)
    this.#won(game, body, Number(body.payout), () => this.#ask(operation, input, key))
  }

  async #mines(): Promise<void> {
    const input = { bet: stake, minesCount: 3 }
    const key = randomUUID()
    const body = await this.#ask(startMines, input, key)
    const gameId = (body.game as { id: string }).id
    const { result } = await this.#ask(revealMinesTile, { gameId, tileIndex: 7 })
    const payout = result === 'gem' ? Number((await this.#ask(cashOutMines, { gameId })).payout) : 0
    this.#won('Mines', { ...body, betId: gameId }, payout, async () => ({
      ...(await this.#ask(startMines, input, key)),
      betId: gameId,
    }))
  }

  async #minesAuto(): Promise<void> {
    await this.#ask(setMinesAutoSettings, tiles)
    await this.#ask(startMinesAuto, tiles)
    const key = randomUUID()
    const body = await this.#ask(continueMinesAuto, {}, key)
    await this.#ask(stopMinesAuto)
    const game = body.game as { payout: number } | null
    if (game !== null) this.#won('Mines', body, game.payout, () => this.#ask(continueMinesAuto, {}, key))
  }

  #won(game: AnsweredBet['game'], body: Body, payout: number, again: () => Promise<Body>): void {
    if (body.success !== true) throw new Error(`${game} was refused: ${JSON.stringify(body)}`)
    this.bets.push({ betId: String(body.betId), game, nonce: Number(body.nonce), stake, payout, again, body })
  }
}
