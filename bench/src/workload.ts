import { paise } from '@kismet/contracts'
import type { Input, playBet } from '@kismet/contracts'

/** Players, as many as the accounts of the baselines. */
export const playerCount = 10_000
/** So much that nobody runs out of it, and so much that the bonus is being earned all the time. */
export const depositPaise = 100_000_000_000
/** One command in so many is one of the last ones again. */
const replayOneIn = 100
const recentBets = 1_024
const winsOneIn = 2

type Bet = Input<typeof playBet>

/** The same id for the same number: bets are of players that every process knows. */
export function playerId(index: number): string {
  return `01890000-0000-7${spread(index).toString(16).padStart(3, '0')}-8000-${index.toString(16).padStart(12, '0')}`
}

/** Neighbours in number are no neighbours in the index, as players are who sign up at random times. */
const spread = (index: number): number => (index * 2_654_435_761) % 4096

/** 0 to `below` - 1. Cheap chance is good enough here, and is not what is measured. */
const below = (limit: number): number => Math.floor(Math.random() * limit)

/** An id in the form of a UUID of version 7: the time, then a number that is not used again by this process, then chance. */
function betId(made: number): string {
  const time = Date.now().toString(16).padStart(12, '0')
  const count = (made % 0x1000).toString(16).padStart(3, '0')
  const high = (0x8000 + below(0x4000)).toString(16)
  const low = below(2 ** 48)
    .toString(16)
    .padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${high}-${low}`
}

/** Bets of random players, 100 to 10,000 paise as the baselines take them, half of them won; now and then one that was made before, again. */
export class Workload {
  readonly #recent: Bet[] = []
  #made = 0

  next(): Bet {
    const again = this.#recent[this.#made % recentBets]
    this.#made += 1
    if (again !== undefined && this.#made % replayOneIn === 0) return again
    const stakePaise = 100 + below(9_901)
    const bet: Bet = {
      betId: betId(this.#made),
      playerId: playerId(below(playerCount)),
      game: 'Dice',
      stakePaise: paise(stakePaise),
      payoutPaise: paise(this.#made % winsOneIn === 0 ? Math.floor(stakePaise * 1.98) : 0),
    }
    this.#recent[this.#made % recentBets] = bet
    return bet
  }
}
