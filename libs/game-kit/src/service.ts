import { defaultTimeoutMs, playTimeoutMs } from '@kismet/contracts'
import type { ServiceName, SignalShape } from '@kismet/contracts'
import type { Pool } from '@kismet/service-kit/database'
import { defineService } from '@kismet/service-kit/define-service'
import type { Kit, Service } from '@kismet/service-kit/define-service'
import { databaseEnv, secret } from '@kismet/service-kit/env'
import { Gate } from '@kismet/service-kit/gate'
import type { Handler } from '@kismet/service-kit/handle'
import { Maintenance } from '@kismet/service-kit/maintenance'
import { LogThrottle } from '@kismet/service-kit/log-throttle'
import type { z } from 'zod'
import { countNotMarked, countUnfinished, readSeats } from './db/seats.ts'
import type { Game } from './game.ts'
import type { House, OwnSeedSource } from './house.ts'
import { Journal } from './journal.ts'
import { OpenPlays } from './open-plays.ts'
import { startPurge } from './purge.ts'
import type { Purge } from './purge.ts'
import { playReturns } from './play-returns.ts'
import { startCountingReturns } from './returns.ts'
import { SeedSeal } from './seed-seal.ts'
import { startSweep } from './sweep.ts'
import { createTelemetry } from './telemetry.ts'

/** What a service of games reads of its environment. */
export const gameEnv = databaseEnv.extend({
  SEED_SECRET: secret('Encrypts server seeds that are not revealed yet. With the database, it reveals them.'),
})

export interface GameService {
  readonly name: ServiceName
  /** The folder of the service; its migrations have the lines `-- kit: game-kit/game` and `-- kit: game-kit/returns`. */
  readonly folder: string
  /** Where one lasts, a migration has the line `-- kit: game-kit/lasting`. */
  readonly games: readonly Game[]
  readonly operations: readonly Handler<House>[]
  /** What tells the readers of its log that plays have ended. */
  readonly wake: SignalShape
  /** Asks for a player's own seed, where another service keeps it. */
  readonly ownSeedOf?: OwnSeedSource
  /** What it forgets in time, beside what the kit does. */
  readonly purges?: readonly Purge[]
}

/** Makes a service of games. */
export function defineGameService(service: GameService): Service<House> {
  return defineService({
    name: service.name,
    env: gameEnv,
    open: (config, kit) => openHouse(service, config, kit),
    operations: service.operations,
    leading: {
      begin: (house) =>
        Promise.resolve({
          loops: [
            startSweep(house),
            startPurge(house, service.purges ?? []),
            startCountingReturns(house, playReturns(house)),
          ],
        }),
    },
    start: ({ maintenance, log }) => [maintenance.watch(log)],
    close: ({ journal }) => journal.close(),
  })
}

const maxConnections = 10
/** The query timeout. It is shorter than the rest of a lease. */
const queryTimeoutMs = 2_000
/** Of one player and game one play at a time; of all together as many as the bus lets in. After its wait the wallet's own time still fits into what its caller gives it. */
const waitingMs = playTimeoutMs - defaultTimeoutMs - 1_000
const turnLimits = { running: 8_192, runningOfOwner: 1, waiting: 8_192, waitingOfOwner: 256, waitingMs }
/** What is wrong with a seat is said once in so long, however often it is met. */
const tellEveryMs = 3_600_000

async function openHouse(service: GameService, config: z.output<typeof gameEnv>, kit: Kit): Promise<House> {
  const { name, folder, games, wake, ownSeedOf } = service
  const { bus, clock, randomness, log, registry } = kit
  const database = { url: config.DATABASE_URL, schema: name.replaceAll('-', '_'), log }
  const db = await kit.openDatabase({ url: config.DATABASE_URL, folder, maxConnections, queryTimeoutMs })
  const seal = new SeedSeal(config.SEED_SECRET, name)
  await requireOwnSeal(db, seal)
  const names = games.map((game) => game.name)
  const telemetry = createTelemetry(registry, names, {
    unfinished: () => countUnfinished(db),
    notMarked: () => countNotMarked(db, names),
  })
  const known = [
    ...new Set(games.flatMap((game) => Object.keys(game.versions).map((version) => `${game.name} ${version}`))),
  ]
  const journal = new Journal({
    ...database,
    clock,
    known,
    onEnded: bus.gather(() => bus.signal(wake, {})),
  })
  const turns = new Gate(turnLimits)
  const openPlays = new OpenPlays()
  const maintenance = new Maintenance(bus)
  return {
    games,
    known,
    db,
    bus,
    clock,
    randomness,
    log,
    seal,
    turns,
    maintenance,
    journal,
    openPlays,
    telemetry,
    telling: new LogThrottle(clock, tellEveryMs),
    ownSeedOf,
  }
}

/**
 * A commitment that cannot be opened can never be played: better not to start than to make the players wait without end. But one that opens is enough, for others can write any number of
 * seats that do not, in any place.
 * @throws Error when the secret is another one
 */
export async function requireOwnSeal(db: Pool, seal: SeedSeal): Promise<void> {
  let cause: unknown
  for await (const seats of readSeats(db))
    for (const seat of seats) {
      try {
        seal.open(seat.sealedSeed, seat)
        return
      } catch (error) {
        cause = error
      }
    }
  if (cause !== undefined) throw new Error('SEED_SECRET cannot decrypt the server seeds in this database', { cause })
}
