import { steadyPlans } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import { openLeaderSession } from '@kismet/service-kit/leader-session'
import type { LeaderSession } from '@kismet/service-kit/leader-session'

/** Longer than the server's own limits: only a connection that is gone and does not say so takes so long. */
const queryTimeoutMs = 5_000
/** The name of a lane's connection, by which a successor finds and ends it. */
const nameOf = (lane: number): string => `wallet lane ${lane}`

const settings = { ...steadyPlans, statement_timeout: '4s', lock_timeout: '500ms' }

export interface SessionOptions {
  readonly databaseUrl: string
  /** The term in which its process leads. */
  readonly fence: number
  readonly log: Logger
}

/**
 * Opens the connection of a lane, and terminates the previous connections of the lanes from `lane`
 * to `lastToEnd`. No earlier write can commit afterwards.
 * @throws NotDurable, Deposed, or an Error when a previous connection stays open
 */
export function openSession(
  lane: number,
  lastToEnd: number,
  { databaseUrl, fence, log }: SessionOptions,
): Promise<LeaderSession> {
  const ends = Array.from({ length: lastToEnd - lane + 1 }, (_, index) => nameOf(lane + index))
  const place = { url: databaseUrl, schema: 'wallet', settings, queryTimeoutMs }
  return openLeaderSession({ ...place, fence, name: nameOf(lane), ends, log })
}
