import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Clock } from '@kismet/service-kit/clock'
import type { Gate } from '@kismet/service-kit/gate'
import type { Logger } from '@kismet/service-kit/logger'
import type { Randomness } from '@kismet/service-kit/randomness'
import type { ReaderMetrics } from '@kismet/service-kit/metrics'
import type { AnalyticsConfig } from './config.ts'
import type { AnalyticsDocuments } from './db/models.ts'
import type { Freshness } from './read/freshness.ts'
import type { PlayerEmails } from './read/player-emails.ts'

export interface Context {
  readonly bus: Bus
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Logger
  readonly metrics: ReaderMetrics
  readonly documents: AnalyticsDocuments
  readonly freshness: Freshness
  readonly emails: PlayerEmails
  /** Statements that are read, by who reads them. */
  readonly statements: Gate
  /** Of so many players who have bet today, those of the largest stakes, there is a list. Their sums come from the hours. */
  readonly playersListed: number
  /** Lists of admins with words to look for, which are looked for in the e-mails of all who have bet today. */
  readonly searches: Gate
  readonly config: Pick<AnalyticsConfig, 'ENTRIES_PER_SECOND' | 'STEP_EVERY_MS'>
}
