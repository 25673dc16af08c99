import { randomInt } from 'node:crypto'
import { paise } from '@kismet/contracts'
import type { Input, playBet } from '@kismet/contracts'
import { systemRandomness } from '@kismet/service-kit/randomness'

/** Players, as many as the accounts of the baselines. */
export const playerCount = 10_000
/** So much that nobody runs out of it, and so much that the bonus is being earned all the time. */
export const depositPaise = 100_000_000_000
/** One command in so many is one of the last ones again. */
const replayOneIn = 100
const recentBets = 1_024
const winsOneIn = 2

export type Bet = Input<typeof playBet>

/** The same id for the same number: bets are of players that every process knows. */
export function playerId(index: number): string {
  return `01890000-0000-7${spread(index).toString(16).padStart(3, '0')}-8000-${index.toString(16).padStart(12, '0')}`
}

/** Neighbours in number are no neighbours in the index, as players are who sign up at random times. */
const spread = (index: number): number => (index * 2_654_435_761) % 4096

/** Bets of random players, 100 to 10,000 paise as the baselines take them, half of them won; now and then one that was made before, again. */
export class Workload {
  readonly #recent: Bet[] = []
  #made = 0

  next(): Bet {
    const again = this.#recent[this.#made % recentBets]
    this.#made += 1
    if (again !== undefined && this.#made % replayOneIn === 0) return again
    const stakePaise = randomInt(100, 10_001)
    const bet: Bet = {
      betId: systemRandomness.id(Date.now()),
      playerId: playerId(randomInt(playerCount)),
      game: 'Dice',
      stakePaise: paise(stakePaise),
      payoutPaise: paise(this.#made % winsOneIn === 0 ? Math.floor(stakePaise * 1.98) : 0),
    }
    this.#recent[this.#made % recentBets] = bet
    return bet
  }
}
