import type { GameName } from '@kismet/contracts'
import type { Pool } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import type { Gate } from '@kismet/service-kit/gate'
import type { Maintenance } from '@kismet/service-kit/maintenance'
import type { LogThrottle } from '@kismet/service-kit/log-throttle'
import type { Game } from './game.ts'
import type { Journal } from './journal.ts'
import type { OpenPlays } from './open-plays.ts'
import type { PlayOf } from './plays.ts'
import type { SeedSeal } from './seed-seal.ts'
import type { Telemetry } from './telemetry.ts'

/** What the games of one service work with. */
export interface House extends Pick<Kit, 'bus' | 'clock' | 'randomness' | 'log'> {
  readonly games: readonly Game[]
  /** The versions of each that can be played, as `game version`. */
  readonly known: readonly string[]
  readonly db: Pool
  readonly seal: SeedSeal
  /** Plays of one player and game run one after the other, in the order in which they came. */
  readonly turns: Gate
  readonly maintenance: Maintenance
  readonly journal: Journal
  readonly openPlays: OpenPlays
  readonly telemetry: Telemetry
  /** What is wrong with seats is said now and then. */
  readonly telling: LogThrottle
  /** Where the players' own seeds are kept, when it is not here; what it said last is kept here. */
  readonly ownSeedOf: OwnSeedSource | undefined
}

/** Asks another service for a player's own seed. */
export type OwnSeedSource = (bus: Kit['bus'], playerId: string, requestId: string) => Promise<string>

/** A game of that name. @throws Error when this service does not have it */
export function gameOf({ games }: Pick<House, 'games'>, name: GameName): Game {
  const game = games.find((candidate) => candidate.name === name)
  if (game === undefined) throw new Error(`This service has no game ${name}`)
  return game
}

/** The game of a play, of those that share a name. @throws Error when this service does not have it */
export function gameOfPlay({ games }: Pick<House, 'games'>, { game: name, params }: PlayOf): Game {
  const game = games.find((candidate) => candidate.name === name && candidate.params.safeParse(params).success)
  if (game === undefined) throw new Error(`This service has no game ${name} with these parameters`)
  return game
}
