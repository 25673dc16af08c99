import type { Kit } from '@kismet/service-kit/define-service'
import type { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import type { ReaderMetrics } from '@kismet/service-kit/metrics'
import type { AnalyticsDocuments } from './db/store.ts'
import type { Freshness } from './read/freshness.ts'
import type { PlayerEmails } from './read/player-emails.ts'

export interface Context extends Pick<Kit, 'bus' | 'clock' | 'randomness' | 'log'> {
  readonly metrics: ReaderMetrics
  readonly documents: AnalyticsDocuments
  readonly freshness: Freshness
  readonly emails: PlayerEmails
  /** The statements and searches that run, by their reader. */
  readonly statements: BoundedQueue
  /** The list of today has this number of players, by the largest stakes. The sums come from the hours. */
  readonly playersListed: number
  /** How often to save the read position, in ms. After a crash, later entries are read again. */
  readonly stepEveryMs: number
}
