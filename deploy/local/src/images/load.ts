import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { aviatorGetState, aviatorPlaceBet, limits, playDice } from '@kismet/contracts'
import { fund } from '@kismet/test-env/actors'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { PlayerSocket } from '@kismet/test-env/player-socket'
import { z } from 'zod'

const Roll = z.object({ payout: z.number(), bonusReleased: z.boolean() })
const Seen = z.object({ phase: z.string(), roundId: z.string() })
const paise = (rupees: number) => Math.round(rupees * 100)
const stakeRupees = 100
/** Nine of ten win, a little: a roll costs a rupee on average. */
const rollOver = 10
/** Each of them the most that one may be: more than a run of an hour rolls away. */
const deposits = 3
const balanceRupees = deposits * limits.deposit.maxRupees
/** Comes on top of the first deposit once. */
const bonus = paise((limits.deposit.maxRupees * limits.bonus.percent) / 100)
const pauseMs = 20
const againMs = 200
const progressMs = 180_000

/**
 * Players who roll Dice and players who bet in rounds of Aviator, until the load is stopped. A roll without an answer is retried
 * with its key until its outcome is known. So the final balance of each player is known to the paisa.
 */
export class Load {
  /** Rolls that were answered. */
  rolls = 0
  /** Bets in rounds that were taken. */
  bets = 0
  /** Answers that said that the server failed, or that did not come. */
  readonly failures = new Map<string, number>()
  readonly #expected = new Map<PlayerActor, number>()
  readonly #working: Promise<void>[] = []
  #stopping = false

  /** Deposits the stakes of a new player. */
  static async fund(player: PlayerActor, admin: AdminActor): Promise<void> {
    for (let nth = 0; nth < deposits; nth += 1) await fund(player, admin, limits.deposit.maxRupees)
  }

  /** Begins, with players who were funded for it. */
  static start(rollers: readonly PlayerActor[], flyers: readonly PlayerActor[]): Load {
    const load = new Load()
    for (const player of rollers) {
      load.#expected.set(player, paise(balanceRupees))
      load.#working.push(load.#roll(player))
    }
    for (const player of flyers) load.#working.push(load.#fly(player))
    return load
  }

  /** Waits until rolls and bets go on again. */
  async goesOn(): Promise<void> {
    const [rolls, bets] = [this.rolls, this.bets]
    await eventually('rolls and bets go on', () => this.rolls > rolls + 20 && this.bets > bets, progressMs)
  }

  /** Ends the load when every roll is known. @returns the faults, one line for each player */
  async stop(): Promise<string[]> {
    this.#stopping = true
    await Promise.all(this.#working)
    const faults: string[] = []
    for (const [player, expected] of this.#expected) {
      const balance = paise(await player.balance())
      if (balance !== expected) faults.push(`${player.email} has ${balance} paise and should have ${expected}`)
    }
    return faults
  }

  async #roll(player: PlayerActor): Promise<void> {
    while (!this.#stopping) {
      const { payout, bonusReleased } = await this.#known(player, randomUUID())
      const won = paise(payout) + (bonusReleased ? bonus : 0)
      this.#expected.set(player, (this.#expected.get(player) ?? 0) - paise(stakeRupees) + won)
      this.rolls += 1
      await delay(pauseMs)
    }
  }

  /** Rolls once and retries until the outcome is known. @returns the outcome in rupees */
  async #known(player: PlayerActor, key: string): Promise<z.output<typeof Roll>> {
    const input = { betAmount: stakeRupees, rollOver }
    for (;;) {
      const answer = await player.api.call(playDice, input, { key }).catch((error: unknown) => {
        this.#failed(error instanceof Error ? error.name : String(error))
        return undefined
      })
      if (answer?.body.success === true) return Roll.parse(answer.body)
      if (answer !== undefined) {
        if (answer.status < 500 && answer.status !== 429)
          throw new Error(`A roll was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
        this.#failed(String(answer.status))
      }
      await delay(againMs)
    }
  }

  async #fly(player: PlayerActor): Promise<void> {
    while (!this.#stopping) {
      const socket = await PlayerSocket.open(player.api.baseUrl, player.api.token).catch(() => undefined)
      if (socket === undefined) this.#failed('socket')
      else await this.#bet(socket).finally(() => socket.close())
      await delay(againMs)
    }
  }

  /** Bets in one round after the other while the page is connected. */
  async #bet(socket: PlayerSocket): Promise<void> {
    let last = ''
    while (!this.#stopping) {
      const state = await socket.ask(aviatorGetState).catch(() => undefined)
      const seen = Seen.safeParse(state).data
      if (seen === undefined) {
        this.#failed('socket')
        return
      }
      if (seen.phase === 'betting' && seen.roundId !== last) {
        last = seen.roundId
        const payload = { amount: stakeRupees, roundId: seen.roundId, autoCashout: 1.2 }
        const answer = await socket.ask(aviatorPlaceBet, payload).catch(() => undefined)
        if (answer?.success === true) this.bets += 1
      }
      await delay(againMs)
    }
  }

  #failed(what: string): void {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1)
  }
}
