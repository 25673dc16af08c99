import type { GameName } from '@kismet/contracts'
import type { Pool } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import type { Gate } from '@kismet/service-kit/gate'
import type { Maintenance } from '@kismet/service-kit/maintenance'
import type { Game } from './game.ts'
import type { Journal } from './journal.ts'
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
  readonly telemetry: Telemetry
}

/** The game of that name. @throws Error when this service does not have it */
export function gameOf({ games }: Pick<House, 'games'>, name: GameName): Game {
  const game = games.find((candidate) => candidate.name === name)
  if (game === undefined) throw new Error(`This service has no game ${name}`)
  return game
}
