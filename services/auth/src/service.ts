import { fileURLToPath } from 'node:url'
import { limits } from '@kismet/contracts'
import { answers, createPool } from '@kismet/service-kit/database'
import { defineService } from '@kismet/service-kit/define-service'
import { startLoop } from '@kismet/service-kit/loop'
import { migrationsOf, requireMigrations } from '@kismet/service-kit/migrate'
import { provideFirstAdmin } from './admins.ts'
import { env } from './config.ts'
import type { Context } from './context.ts'
import { removeOldMails } from './db/code-mails.ts'
import { removeSignUpsBefore } from './db/sign-ups.ts'
import { MailQueue } from './mail/mail-queue.ts'
import { openSmtp } from './mail/smtp.ts'
import { connectRedis } from './redis/connection.ts'
import { OneTimeCodes } from './redis/one-time-codes.ts'
import { Windows } from './redis/windows.ts'
import { operations } from './rpc/index.ts'
import { KeyRing } from './security/key-ring.ts'
import { loadCommonPasswords, Passwords } from './security/passwords.ts'
import { Secrets } from './security/secrets.ts'
import { Sessions } from './sessions.ts'
import { provideFirstKey } from './signing-keys.ts'
import { createTelemetry } from './telemetry.ts'

const migrations = migrationsOf(fileURLToPath(new URL('..', import.meta.url)))
/** What an operator does beside the service, as revoking a key, is seen within this time. */
const lookEveryMs = 1_000
const housekeepingEveryMs = 10 * 60_000
const mailsAtStopMs = 5_000

async function close({ db, mails, smtp, redis }: Context): Promise<void> {
  await mails.stop(mailsAtStopMs)
  smtp.close()
  redis.disconnect()
  await db.end()
}

/** Who people are: accounts, codes, sessions and tokens. */
export const auth = defineService({
  name: 'auth',
  env,
  async open(config, kit): Promise<Context> {
    const { bus, clock, randomness, log, registry } = kit
    const { DATABASE_URL: url, DATABASE_CONNECTIONS: maxConnections } = config
    const db = createPool({ url, schema: 'auth', maxConnections, log })
    const redis = await connectRedis(config.REDIS_URL, log)
    const shared = { bus, clock, randomness, log, db, redis, secrets: new Secrets(config.AUTH_SECRET) }
    const smtp = openSmtp(config.SMTP_URL, config.MAIL_FROM)
    const passwords = await Passwords.open(randomness.bytes(32))
    const telemetry = createTelemetry(registry, { passwords: () => passwords.load, mails: () => mails.size })
    const mails: MailQueue = new MailQueue({ send: smtp.send, clock, log, count: telemetry.mail })
    const keys = new KeyRing(shared)
    const ctx: Context = {
      ...shared,
      config,
      telemetry,
      smtp,
      mails,
      passwords,
      keys,
      commonPasswords: await loadCommonPasswords(),
      windows: new Windows(shared),
      codes: new OneTimeCodes(shared),
      sessions: new Sessions({ ...shared, keys, telemetry }),
    }
    try {
      await requireMigrations(db, migrations)
      await provideFirstKey(ctx)
      await provideFirstAdmin(ctx)
      await keys.refresh()
      return ctx
    } catch (error) {
      await close(ctx)
      throw error
    }
  },
  keys:
    ({ keys }) =>
    () =>
      Promise.resolve(keys.publicKeys()),
  operations,
  start({ db, keys, sessions, clock, log }) {
    return Promise.resolve([
      startLoop('signing keys', lookEveryMs, log, () => keys.refresh()),
      startLoop('sessions', lookEveryMs, log, () => sessions.sweep()),
      startLoop('housekeeping', housekeepingEveryMs, log, async () => {
        await removeSignUpsBefore(db, clock.now() - limits.signUp.keptMs)
        await sessions.forget()
        await removeOldMails(db, clock.now())
      }),
    ])
  },
  ready: async ({ db, redis }) => ({ database: await answers(db), redis: redis.status === 'ready' }),
  close,
})
