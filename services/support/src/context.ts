import type { Kit } from '@kismet/service-kit/define-service'
import type { Documents } from '@kismet/service-kit/documents'
import type { Gate } from '@kismet/service-kit/gate'
import type { Models } from './db/messages.ts'
import type { Telemetry } from './telemetry.ts'

/** How much is kept, and for how long. */
export type Room = Readonly<{
  open: Readonly<Record<'ofPlayer' | 'ofSite' | 'ofStrangers' | 'ofAll', number>>
  kept: number
  closedDays: number
}>

/** What the handlers of this service work with. */
export interface Context extends Pick<Kit, 'bus' | 'clock' | 'randomness' | 'log'> {
  readonly documents: Documents<Models>
  readonly telemetry: Telemetry
  readonly room: Room
  /** New messages, one at a time, so that each is counted before the next one. */
  readonly submissions: Gate
  /** Lists of admins with words to look for, which are looked for in all messages. */
  readonly searches: Gate
}
