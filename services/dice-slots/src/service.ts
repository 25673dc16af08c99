import { join } from 'node:path'
import { defaultTimeoutMs, playDice } from '@kismet/contracts'
import { answers, createPool } from '@kismet/service-kit/database'
import { defineService } from '@kismet/service-kit/define-service'
import type { Kit } from '@kismet/service-kit/define-service'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { migrationsOf, requireMigrations } from '@kismet/service-kit/migrate'
import { env } from './config.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { findAnyCommitment } from './db/commitments.ts'
import { countUnfinished } from './db/plays.ts'
import { PlayerQueue } from './plays/player-queue.ts'
import { sweepUnfinished } from './plays/sweep.ts'
import { operations } from './rpc/index.ts'
import { SeedSeal } from './seed-seal.ts'
import { createTelemetry } from './telemetry.ts'

const maxConnections = 10
const sweepEveryMs = 1_000
/** Together with the wallet's own time the wait stays below the time that a caller gives a play. */
const queueLimits = { maxWaiting: 256, maxWaitMs: playDice.timeoutMs - defaultTimeoutMs - 1_000 }

async function open(config: Config, kit: Kit): Promise<Context> {
  const { bus, clock, randomness, log, registry } = kit
  const db = createPool({ url: config.DATABASE_URL, schema: 'dice_slots', maxConnections, log })
  const seal = new SeedSeal(config.SEED_SECRET, randomness)
  const queue = new PlayerQueue(queueLimits, clock)
  const telemetry = createTelemetry(registry, () => countUnfinished(db))
  const context = { db, bus, clock, randomness, log, seal, queue, telemetry }
  try {
    await requireMigrations(db, migrationsOf(join(import.meta.dirname, '..')))
    await requireOwnSeal(context)
  } catch (error) {
    await db.end()
    throw error
  }
  return context
}

/** A commitment that cannot be opened can never be played: better not to start than to make the player's wait without end. */
async function requireOwnSeal({ db, seal }: Context): Promise<void> {
  const commitment = await findAnyCommitment(db)
  if (commitment === undefined) return
  try {
    seal.open(commitment.sealedSeed, commitment)
  } catch (error) {
    throw new Error('SEED_SECRET is not the one that the seeds in this database were sealed with', { cause: error })
  }
}

function start(context: Context): Promise<readonly Loop[]> {
  return Promise.resolve([startLoop('sweep', sweepEveryMs, context.log, () => sweepUnfinished(context))])
}

/** Dice and Slots: commitments, plays and their proofs. */
export const diceSlots = defineService({
  name: 'dice-slots',
  env,
  open,
  operations,
  start,
  ready: async ({ db }: Context) => ({ database: await answers(db) }),
  close: ({ db }) => db.end(),
})
