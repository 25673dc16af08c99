import { join } from 'node:path'
import { readClientSeed } from '@kismet/contracts'
import type { Game } from '@kismet/game-kit/game'
import { defineGameService } from '@kismet/game-kit/service'
import { purgeRuns } from './db/auto-runs.ts'
import { minesAuto } from './domain/mines-auto.ts'
import { minesGame } from './domain/mines.ts'
import { operations } from './rpc/index.ts'

export const games: readonly Game[] = [minesGame, minesAuto]

/** Mines, by hand and automatic: commitments, games and their proofs. */
export const mines = defineGameService({
  name: 'mines',
  folder: join(import.meta.dirname, '..'),
  games,
  operations,
  purge: purgeRuns,
  ownSeedOf: async (bus, playerId, requestId) =>
    (await bus.call(readClientSeed, { playerId }, { requestId })).clientSeed,
})
