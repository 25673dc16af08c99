import type { Kit } from '@kismet/service-kit/define-service'
import type { Pool } from '@kismet/service-kit/database'
import type { Redis } from 'ioredis'
import type { AuthConfig } from './config.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import type { LoginThrottle } from './redis/login-throttle.ts'
import type { OneTimeCodes } from './redis/one-time-codes.ts'
import type { KeyRing } from './security/key-ring.ts'
import type { Passwords } from './security/passwords.ts'
import type { Secrets } from './security/secrets.ts'
import type { Sessions } from './sessions.ts'
import type { Telemetry } from './telemetry.ts'

/** What the operations of auth work with. */
export interface AuthContext extends Omit<Kit, 'registry' | 'streamPools'> {
  readonly config: AuthConfig
  readonly db: Pool
  readonly redis: Redis
  readonly secrets: Secrets
  readonly commonPasswords: ReadonlySet<string>
  readonly passwords: Passwords
  readonly keys: KeyRing
  readonly codes: OneTimeCodes
  readonly throttle: LoginThrottle
  readonly sessions: Sessions
  readonly mails: MailQueue
  readonly telemetry: Telemetry
  /** Closes what was opened. */
  readonly close: () => Promise<void>
}
