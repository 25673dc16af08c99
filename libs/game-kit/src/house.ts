import type { GameName } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Clock } from '@kismet/service-kit/clock'
import type { Pool } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import type { Randomness } from '@kismet/service-kit/randomness'
import type { Game } from './game.ts'
import type { Journal } from './journal.ts'
import type { SeedSeal } from './seed-seal.ts'
import type { Telemetry } from './telemetry.ts'
import type { Turns } from './turns.ts'

/** What the games of one service work with. */
export interface House {
  readonly games: readonly Game[]
  readonly db: Pool
  readonly bus: Bus
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Logger
  readonly seal: SeedSeal
  readonly turns: Turns
  readonly journal: Journal
  readonly telemetry: Telemetry
}

/** The game of that name. @throws Error when this service does not have it */
export function gameOf({ games }: Pick<House, 'games'>, name: GameName): Game {
  const game = games.find((candidate) => candidate.name === name)
  if (game === undefined) throw new Error(`This service has no game ${name}`)
  return game
}
