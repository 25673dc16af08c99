import { setTimeout as delay } from 'node:timers/promises'
import { AuditLog } from '@kismet/service-kit/audit/log'
import { systemClock } from '@kismet/service-kit/clock'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { createLogger } from '@kismet/service-kit/logger'
import { systemRandomness } from '@kismet/service-kit/randomness'
import type { Sources } from '../admins.ts'
import { readCommandEnv } from '../config.ts'
import { Secrets } from '../security/secrets.ts'
import { countUncleared } from '../db/sessions.ts'
import type { EndedSession } from '../db/sessions.ts'

const lookEveryMs = 100
const mostLooks = 50

/** Runs a command of an operator on the database of auth: prints the sentence that it ends with, or what went wrong, which is exit code 1. */
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

/** Waits until the running service has closed sessions that a command has ended. @returns a sentence about them */
export async function afterwards(pool: Pool, ended: readonly EndedSession[]): Promise<string> {
  const ids = ended.map(({ id }) => id)
  const sessions = ids.length === 1 ? '1 session has' : `${ids.length} sessions have`
  for (let looks = 0; (await countUncleared(pool, ids)) > 0; looks += 1) {
    if (looks >= mostLooks) return `${sessions} ended; the service closes them when it runs.`
    await delay(lookEveryMs)
  }
  return `${sessions} ended.`
}
