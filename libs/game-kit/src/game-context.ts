import type { GameName } from '@kismet/contracts'
import type { Pool } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import type { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import type { Maintenance } from '@kismet/service-kit/maintenance'
import type { Answer, Question } from './db/look-up.ts'
import type { StepTable } from './db/steps.ts'
import type { Game } from './game.ts'
import type { RecentBets } from './recent-bets.ts'
import type { Seeds } from './seeds.ts'

/** What the games of one service need to run. */
export interface GameContext extends Pick<Kit, 'bus' | 'clock' | 'randomness' | 'log'> {
  readonly games: readonly Game[]
  readonly db: Pool
  readonly seeds: Seeds
  /** Bets and steps of one player in one game run one after the other, in the order of their arrival. */
  readonly queue: BoundedQueue
  readonly maintenance: Maintenance
  readonly lookUp: (question: Question) => Promise<Answer>
  readonly steps: StepTable
  readonly recent: RecentBets
  /** Asks the service that owns the players' client seeds. Undefined in that service. */
  readonly ownSeedOf: OwnSeedSource | undefined
}

/** A call of a player. */
export interface PlayersCall {
  readonly player: { readonly id: string }
  readonly meta: { readonly key?: string | undefined; readonly requestId: string }
}

/** Asks another service for a player's own client seed. */
export type OwnSeedSource = (bus: Kit['bus'], playerId: string, requestId: string) => Promise<string>

/** Runs the bets and steps of one player in one game one after the other. @throws Refusal when too many wait */
export function inOrder<T>(
  { queue }: GameContext,
  game: GameName,
  playerId: string,
  work: () => Promise<T>,
): Promise<T> {
  return queue.run(`${game}:${playerId}`, work)
}
