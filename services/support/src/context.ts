import type { limits } from '@kismet/contracts'
import type { Kit } from '@kismet/service-kit/define-service'
import type { Documents } from '@kismet/service-kit/documents'
import type { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import type { Models } from './db/models.ts'

/** The most open messages of each group of senders. */
export type Room = Readonly<Record<keyof typeof limits.support.open, number>>

/** What the handlers of this service work with. */
export interface Context extends Pick<Kit, 'bus' | 'clock' | 'randomness' | 'log'> {
  readonly documents: Documents<Models>
  readonly room: Room
  /** New messages, one at a time, so that each is counted before the next one. */
  readonly submissions: BoundedQueue
}
