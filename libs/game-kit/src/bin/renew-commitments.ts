import { Id } from '@kismet/contracts'
import { createPool } from '@kismet/service-kit/database'
import { roleOf } from '@kismet/service-kit/database-setup'
import { readEnv } from '@kismet/service-kit/env'
import { createLogger } from '@kismet/service-kit/logger'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { z } from 'zod'
import { repairs } from '../repairs.ts'
import { SeedSeal } from '../seed-seal.ts'
import { gameEnv, requireOwnSeal } from '../service.ts'
import type { GameService } from '../service.ts'

const usage = 'usage: renew-commitments.ts all | <id of a player>...'

/**
 * Prints the SQL that gives players with an invalid commitment a new one (repairs.ts), without its
 * end. The owner of the tables runs the SQL. `./kismet renew-commitments` first rolls it back to
 * show the changes, and commits after a question. An error is exit code 1.
 */
export async function renewCommitments({ name, games }: Pick<GameService, 'name' | 'games'>): Promise<void> {
  try {
    const players = z.union([z.tuple([z.literal('all')]), z.array(Id).min(1)]).safeParse(process.argv.slice(2)).data
    if (players === undefined) throw new Error(usage)
    const config = readEnv(gameEnv.pick({ DATABASE_URL: true, SEED_SECRET: true }), process.env)
    const schema = roleOf(name)
    const db = createPool({ url: config.DATABASE_URL, schema, maxConnections: 1, log: createLogger(name, 'silent') })
    try {
      const seal = new SeedSeal(config.SEED_SECRET, name)
      await requireOwnSeal(db, seal)
      const office = { db, games, seal, randomness: systemRandomness }
      const named = players[0] === 'all' ? undefined : players
      for await (const sql of repairs(office, schema, named, (line) => console.error(line))) console.log(sql)
    } finally {
      await db.end()
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
