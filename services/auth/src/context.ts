import type { Kit } from '@kismet/service-kit/define-service'
import type { Pool } from '@kismet/service-kit/database'
import type { Redis } from 'ioredis'
import type { Config } from './config.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import type { Smtp } from './mail/smtp.ts'
import type { OneTimeCodes } from './redis/one-time-codes.ts'
import type { Windows } from './redis/windows.ts'
import type { KeyRing } from './security/key-ring.ts'
import type { Passwords } from './security/passwords.ts'
import type { Secrets } from './security/secrets.ts'
import type { Sessions } from './sessions.ts'
import type { Telemetry } from './telemetry.ts'

/** What the operations and loops of this service work with. */
export interface Context extends Pick<Kit, 'bus' | 'clock' | 'randomness' | 'log'> {
  readonly config: Config
  readonly db: Pool
  readonly redis: Redis
  readonly secrets: Secrets
  readonly commonPasswords: ReadonlySet<string>
  readonly passwords: Passwords
  readonly keys: KeyRing
  readonly codes: OneTimeCodes
  readonly windows: Windows
  readonly sessions: Sessions
  readonly mails: MailQueue
  readonly smtp: Smtp
  readonly telemetry: Telemetry
}
