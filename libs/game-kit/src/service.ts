import { defaultTimeoutMs, playTimeoutMs } from '@kismet/contracts'
import type { ServiceName } from '@kismet/contracts'
import { indexPlans } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { defineService } from '@kismet/service-kit/define-service'
import type { Kit, Service } from '@kismet/service-kit/define-service'
import { databaseEnv } from '@kismet/service-kit/env'
import { epochSecrets, requireEpochs } from '@kismet/service-kit/epoch-secrets'
import { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import type { Handler } from '@kismet/service-kit/handle'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { Maintenance } from '@kismet/service-kit/maintenance'
import { counterIn, readerMetrics } from '@kismet/service-kit/metrics'
import type { z } from 'zod'
import { inBatches } from './db/in-batches.ts'
import { lookUp } from './db/look-up.ts'
import { purgeSteps, StepTable } from './db/steps.ts'
import { isLasting } from './game.ts'
import type { Game } from './game.ts'
import type { GameContext, OwnSeedSource } from './game-context.ts'
import { startEnding } from './lasting.ts'
import { noticeRestore, startReadingBets } from './read-bets.ts'
import type { ReaderContext } from './read-bets.ts'
import { RecentBets } from './recent-bets.ts'
import { startWatchingReturns } from './returns.ts'
import { Seeds } from './seeds.ts'

/** What a service of games reads of its environment. */
export const gameEnv = databaseEnv.extend({
  SEED_SECRETS: epochSecrets(
    'Makes the server seeds, as id:secret,id:secret with the newest first. With the database, it reveals the seeds of coming bets.',
  ),
})

/** Deletes up to `limit` rows of what ended before a moment. @returns how many */
export type Purge = (db: Pool, beforeMs: number, limit: number) => Promise<number>

export interface GameService {
  readonly name: ServiceName
  /** The folder of the service. A migration has the lines `-- kit: game-kit/game` and `-- kit: game-kit/returns`, and `-- kit: game-kit/lasting` where a game lasts. */
  readonly folder: string
  readonly games: readonly Game[]
  readonly operations: readonly Handler<GameContext>[]
  /** Asks for a player's own client seed, where another service owns it. */
  readonly ownSeedOf?: OwnSeedSource
  /** Deletes old rows of the service itself. */
  readonly purge?: Purge
}

/** Makes a service of games. */
export function defineGameService(service: GameService): Service<GameContext> {
  const lasts = service.games.some(isLasting)
  return defineService({
    name: service.name,
    env: gameEnv,
    open: (config, kit) => openContext(service, config, kit),
    operations: service.operations,
    lead: (ctx: ReaderContext) => ({
      loops: [
        startReadingBets(ctx),
        startWatchingReturns(ctx),
        ...(lasts ? [startEnding(ctx), startPurge(ctx, [purgeSteps, ...(service.purge ? [service.purge] : [])])] : []),
      ],
    }),
    start: ({ maintenance, log }) => [maintenance.watch(log)],
  })
}

const maxConnections = 10
const queryTimeoutMs = 2_000
/** After its wait in the queue, the wallet's own time still fits into the timeout of the caller. */
const waitingMs = playTimeoutMs - defaultTimeoutMs - 1_000
const queueLimits = { running: 8_192, runningOfOwner: 1, waiting: 8_192, waitingOfOwner: 256, waitingMs }

async function openContext(service: GameService, config: z.output<typeof gameEnv>, kit: Kit): Promise<ReaderContext> {
  const { folder, games, ownSeedOf } = service
  const { bus, clock, randomness, log, registry } = kit
  const connection = { url: config.DATABASE_URL, maxConnections, queryTimeoutMs, settings: indexPlans }
  const db = await kit.openDatabase({ folder, ...connection })
  await requireEpochs(db, config.SEED_SECRETS)
  await noticeRestore(db, { clock, randomness })
  return {
    ...{ games, db, bus, clock, randomness, log, ownSeedOf },
    seeds: new Seeds(config.SEED_SECRETS, randomness),
    queue: new BoundedQueue(queueLimits),
    maintenance: new Maintenance(bus),
    lookUp: inBatches(maxConnections, (questions) => lookUp(db, questions)),
    steps: new StepTable(db),
    recent: new RecentBets(),
    metrics: readerMetrics(registry),
    unread: counterIn(registry, 'game_unread_bets_total', 'Bets of the ledger that the game cannot read', 'game'),
  }
}

const purgeEveryMs = 60 * 60_000
/** How long after its end a game that lasted still answers repeated steps. Keys hold for a day. */
const keptMs = 90 * 24 * 60 * 60_000
/** The limit for one statement, so that each is short. */
const maxAtOnce = 1_000

/** Deletes old rows. Runs on the leader. */
function startPurge({ db, clock, log }: GameContext, purges: readonly Purge[]): Loop {
  return startLoop('purge', purgeEveryMs, log, async (stopping) => {
    const beforeMs = clock.now() - keptMs
    for (const purge of purges) while (!stopping.aborted && (await purge(db, beforeMs, maxAtOnce)) === maxAtOnce);
  })
}
