import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createPool } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import { requireMigrations } from '@kismet/service-kit/migrate'
import type { AuthConfig } from './config.ts'
import type { AuthContext } from './context.ts'
import { readCommonPasswords } from './domain/password-rules.ts'
import { provideFirstAdmin, provideFirstKey } from './first-start.ts'
import { MailQueue } from './mail/mail-queue.ts'
import { openSmtp } from './mail/smtp.ts'
import { connectRedis } from './redis/connection.ts'
import { LiveSessions } from './redis/live-sessions.ts'
import { LoginThrottle } from './redis/login-throttle.ts'
import { OneTimeCodes } from './redis/one-time-codes.ts'
import { KeyRing } from './security/key-ring.ts'
import { Passwords } from './security/passwords.ts'
import { Secrets } from './security/secrets.ts'
import { Sessions } from './sessions.ts'
import { createTelemetry } from './telemetry.ts'

const mailsAtStopMs = 5_000
const migrations = fileURLToPath(new URL('./db/migrations', import.meta.url))

/** The list of common passwords that comes with this service. */
export async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  return readCommonPasswords(await readFile(new URL('./data/common-passwords.txt', import.meta.url), 'utf8'))
}

/** Opens what auth needs, and makes the first signing key and the first admin where there are none. */
export async function openContext(config: AuthConfig, kit: Kit): Promise<AuthContext> {
  const { bus, clock, randomness, log, registry } = kit
  const db = createPool({ url: config.DATABASE_URL, schema: 'auth', maxConnections: config.DATABASE_CONNECTIONS, log })
  const redis = await connectRedis(config.REDIS_URL, log)
  const smtp = openSmtp(config.SMTP_URL, config.MAIL_FROM)
  const passwords = await Passwords.open(randomness.bytes(32))
  const secrets = new Secrets(config.AUTH_SECRET)
  const telemetry = createTelemetry(registry, { passwords: () => passwords.load, mails: () => mails.size })
  const mails: MailQueue = new MailQueue({ send: smtp.send, clock, log, count: telemetry.mail })
  const live = new LiveSessions(redis)
  const context: AuthContext = {
    config,
    bus,
    clock,
    randomness,
    log,
    db,
    redis,
    secrets,
    commonPasswords: await loadCommonPasswords(),
    passwords,
    keys: new KeyRing(db, secrets, clock),
    codes: new OneTimeCodes(redis, secrets, kit),
    throttle: new LoginThrottle(redis, secrets, kit),
    sessions: new Sessions({ db, live, bus, clock, randomness, log, telemetry }),
    mails,
    telemetry,
    async close() {
      await mails.stop(mailsAtStopMs)
      smtp.close()
      redis.disconnect()
      await db.end()
    },
  }
  try {
    await requireMigrations(db, migrations)
    await provideFirstKey(context)
    await provideFirstAdmin(context)
    await context.keys.refresh()
    return context
  } catch (error) {
    await context.close()
    throw error
  }
}
