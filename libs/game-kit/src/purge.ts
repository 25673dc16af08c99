import type { Pool } from '@kismet/service-kit/database'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { purgeLasting } from './db/lasting.ts'
import { isLasting } from './game.ts'
import type { House } from './house.ts'

const purgeEveryMs = 60 * 60_000
/** So long after its end a play that lasted still answers its calls again; keys hold for a day. The play itself stays. */
const keptMs = 90 * 24 * 60 * 60_000
/** The limit for one statement, so that each is short. */
const maxAtOnce = 1_000

/** Deletes up to `limit` rows of what ended before a moment. @returns how many */
export type Purge = (db: Pool, beforeMs: number, limit: number) => Promise<number>

/**
 * Deletes old steps of games, and other old rows of the service, from time to time. Runs on the
 * leader.
 */
export function startPurge(house: House, ofService: readonly Purge[]): Loop {
  const purges = house.games.some(isLasting) ? [purgeLasting, ...ofService] : ofService
  return startLoop('purge', purgeEveryMs, house.log, async (stopping) => {
    const beforeMs = house.clock.now() - keptMs
    for (const purge of purges) while (!stopping.aborted && (await purge(house.db, beforeMs, maxAtOnce)) === maxAtOnce);
  })
}
