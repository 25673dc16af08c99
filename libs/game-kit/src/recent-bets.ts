import type { GameName } from '@kismet/contracts'
import { isSettled } from './bet.ts'
import type { Bet, BetPlace } from './bet.ts'

/** Bets of one player and game that are remembered: 20 s of bets at the largest rate of a player. */
const maxBets = 200
const maxPlayers = 5_000

/**
 * The newest bets that this replica has placed or learnt from the wallet. The table of bets is
 * written from the wallet's log a moment later.
 */
export class RecentBets {
  /** By player and game, the least recent first. */
  readonly #bets = new Map<string, readonly Bet[]>()
  #restoredAtMs = 0

  remember(bet: Bet): void {
    const place = `${bet.game}:${bet.playerId}`
    const others = this.of(bet.playerId, bet.game).filter(({ nonce }) => nonce !== bet.nonce)
    this.#bets.delete(place)
    this.#bets.set(place, [...others, bet].sort((a, b) => b.nonce - a.nonce).slice(0, maxBets))
    const [oldest] = this.#bets.keys()
    if (this.#bets.size > maxPlayers && oldest !== undefined) this.#bets.delete(oldest)
  }

  /**
   * Forgets the settled bets of a player up to the nonce to which the table has ended ones. After a restore of the ledger it forgets all bets once,
   * because the ledger may have lost them.
   */
  forget({ playerId, game, nonce: upTo }: BetPlace, restoredAtMs: number): void {
    if (restoredAtMs > this.#restoredAtMs) this.#bets.clear()
    this.#restoredAtMs = Math.max(restoredAtMs, this.#restoredAtMs)
    const place = `${game}:${playerId}`
    const bets = this.#bets.get(place)
    if (bets === undefined) return
    const kept = bets.filter((bet) => bet.nonce > upTo || !isSettled(bet))
    if (kept.length === 0) this.#bets.delete(place)
    else if (kept.length < bets.length) this.#bets.set(place, kept)
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
