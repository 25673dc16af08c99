import type { GameName } from '@kismet/contracts'
import { isSettled } from './bet.ts'
import type { Bet } from './bet.ts'

/** Bets of one player and game that are remembered. */
const maxBets = 50
const maxPlayers = 20_000

/**
 * The newest bets that this replica has placed or learnt from the wallet. The table of bets is
 * written from the wallet's log a moment later.
 */
export class RecentBets {
  /** By player and game, the least recent first. */
  readonly #bets = new Map<string, readonly Bet[]>()

  remember(bet: Bet): void {
    const place = `${bet.game}:${bet.playerId}`
    const others = this.of(bet.playerId, bet.game).filter(({ nonce }) => nonce !== bet.nonce)
    this.#bets.delete(place)
    this.#bets.set(place, [...others, bet].sort((a, b) => b.nonce - a.nonce).slice(0, maxBets))
    const [oldest] = this.#bets.keys()
    if (this.#bets.size > maxPlayers && oldest !== undefined) this.#bets.delete(oldest)
  }

  /** The newest first. */
  of(playerId: string, game: GameName): readonly Bet[] {
    return this.#bets.get(`${game}:${playerId}`) ?? []
  }

  /** Bets of the table with those that it lacks, the newest first. Of one bet the settled one counts. */
  merged<B extends Bet>(stored: readonly B[], recent: readonly B[]): B[] {
    const byNonce = new Map<number, B>()
    for (const bet of [...recent, ...stored]) {
      const known = byNonce.get(bet.nonce)
      if (known === undefined || (!isSettled(known) && isSettled(bet))) byNonce.set(bet.nonce, bet)
    }
    return [...byNonce.values()].sort((a, b) => b.nonce - a.nonce)
  }
}
