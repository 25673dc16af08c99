import type { Config } from './config.ts'
import type { Outbox } from './mail/outbox.ts'
import type { Smtp } from './mail/smtp.ts'
import type { Windows } from './windows.ts'
import type { PushOutbox } from './push/push-outbox.ts'
import type { Passwords } from './security/passwords.ts'
import type { SessionParts, Sessions } from './sessions.ts'

/** What the operations and loops of this service work with. */
export interface Context extends SessionParts {
  readonly config: Config
  readonly commonPasswords: ReadonlySet<string>
  readonly passwords: Passwords
  readonly windows: Windows
  readonly sessions: Sessions
  readonly outbox: Outbox
  /** Notifications in browsers. */
  readonly pushes: PushOutbox
  readonly smtp: Smtp
}
