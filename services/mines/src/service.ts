import { join } from 'node:path'
import { readClientSeed } from '@kismet/contracts'
import { defineGameService } from '@kismet/game-kit/service'
import { purgeRuns } from './db/auto-runs.ts'
import { games } from './games.ts'
import { operations } from './rpc/index.ts'

/** Mines, by hand and automatic: commitments, games and their proofs. */
export const mines = defineGameService({
  name: 'mines',
  folder: join(import.meta.dirname, '..'),
  games,
  operations,
  purges: [purgeRuns],
  ownSeedOf: async (bus, playerId, requestId) =>
    (await bus.call(readClientSeed, { playerId }, { requestId })).clientSeed,
})
