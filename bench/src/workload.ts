import { hash } from 'node:crypto'
import { paise } from '@kismet/contracts'
import type { Input, playBet } from '@kismet/contracts'

/** Players, as many as the accounts of the baselines. */
export const playerCount = 10_000
/** So much that every player can go on, and that the bonus is being earned all the time. */
export const depositPaise = 100_000_000_000
/** One command in so many is one of the last ones again. */
const replayOneIn = 100
const recentBets = 1_024
const winsOneIn = 2

type Bet = Input<typeof playBet>

const hexDigits = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')

/** Neighbours in number are no neighbours in the index, as players are who sign up at random times. */
const spread = (index: number): number => (index * 2_654_435_761) % 4096

const playerIds = Array.from(
  { length: playerCount },
  (_, index) => `01890000-0000-7${hexDigits(spread(index), 3)}-8000-${hexDigits(index, 12)}`,
)

/** The same id for the same number, below `playerCount`: bets are of players that every process knows. */
export function playerId(index: number): string {
  const id = playerIds[index]
  if (id === undefined) throw new RangeError(`There is no player ${index}`)
  return id
}

/** 0 to `below` - 1. Cheap chance is good enough here, and is not what is measured. */
const below = (limit: number): number => Math.floor(Math.random() * limit)

/** How the ids of a player's bets begin, as those of Dice, Slots and Mines: a hash of the player. */
function playerPart(index: number): string {
  const digits = hash('sha256', playerId(index), 'hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(12, 15)}-8`
}

/** Ids of Dice, Slots and Mines: the player, then a nonce that no earlier process has used. */
function playerIdsOfBets(): (player: number) => string {
  const parts = Array.from({ length: playerCount }, (_, index) => playerPart(index))
  const nonces = new Uint32Array(playerCount).fill((Math.floor(Date.now() / 1000) % 2 ** 20) * 2 ** 12)
  return (player) => {
    const nonce = hexDigits((nonces[player] = (nonces[player] ?? 0) + 1), 8)
    return `${parts[player]}${nonce.slice(0, 3)}-${nonce.slice(3)}0000000`
  }
}

/**
 * Ids in the form of a UUID of version 7, as those of Aviator: the time, a counter of this process, then chance. Only the first of
 * 4,096 ids reads time and chance, so that the ids cost the measured process little.
 */
function betIds(): (player: number) => string {
  if (process.env.BET_IDS === 'player') return playerIdsOfBets()
  let made = 0
  let before = ''
  let after = ''
  return () => {
    const count = made % 0x1000
    if (count === 0) {
      const time = hexDigits(Date.now(), 12)
      before = `${time.slice(0, 8)}-${time.slice(8)}-7`
      after = `-${hexDigits(0x8000 + below(0x4000), 4)}-${hexDigits(below(2 ** 48), 12)}`
    }
    made += 1
    return `${before}${hexDigits(count, 3)}${after}`
  }
}

/**
 * Bets of 100 to 10,000 paise as the baselines take them, half of them won; now and then one that was made before, again. First one of each player, so that
 * every row has been touched when measuring begins, as those of the baselines have; then of random players.
 */
export class Workload {
  readonly #recent: Bet[] = []
  readonly #betId = betIds()
  #made = 0

  /** Whether each player has bet. */
  get hasMetEverybody(): boolean {
    return this.#made >= playerCount
  }

  next(): Bet {
    const again = this.#recent[this.#made % recentBets]
    this.#made += 1
    if (again !== undefined && this.#made % replayOneIn === 0) return again
    const stakePaise = 100 + below(9_901)
    const player = this.#made <= playerCount ? this.#made - 1 : below(playerCount)
    const bet: Bet = {
      betId: this.#betId(player),
      playerId: playerId(player),
      game: 'Dice',
      stakePaise: paise(stakePaise),
      payoutPaise: paise(this.#made % winsOneIn === 0 ? Math.floor(stakePaise * 1.98) : 0),
    }
    this.#recent[this.#made % recentBets] = bet
    return bet
  }
}
