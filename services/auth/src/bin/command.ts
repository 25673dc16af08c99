import { AuditLog } from '@kismet/service-kit/audit/log'
import { systemClock } from '@kismet/service-kit/clock'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { createLogger } from '@kismet/service-kit/logger'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { readCommandEnv } from '../config.ts'
import { Secrets } from '../security/secrets.ts'
import type { Sources } from '../sources.ts'
import type { EndedSession } from '../db/sessions.ts'

/** Runs a command of an operator on the database of auth. Prints the result, or the error with exit code 1. */
export async function runCommand(work: (pool: Pool, sources: Sources) => Promise<string>): Promise<void> {
  try {
    const config = readCommandEnv()
    const log = createLogger('auth', 'silent')
    const pool = createPool({ url: config.DATABASE_URL, schema: 'auth', maxConnections: 1, log })
    const run = async () => {
      const audit = await AuditLog.open({ service: 'auth', config, db: pool, clock: systemClock, log })
      const sources = {
        audit,
        secrets: new Secrets(config.AUTH_SECRET),
        clock: systemClock,
        randomness: systemRandomness,
      }
      return work(pool, sources)
    }
    try {
      console.log(await run())
    } finally {
      await pool.end()
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/** A sentence about sessions that a command has ended. The running service closes them within a second. */
export function sessionsEnded(ended: readonly EndedSession[]): string {
  return ended.length === 1 ? '1 session has ended.' : `${ended.length} sessions have ended.`
}
