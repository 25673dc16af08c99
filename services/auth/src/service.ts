import { join } from 'node:path'
import { defineService } from '@kismet/service-kit/define-service'
import { startLoop } from '@kismet/service-kit/loop'
import { openForCommands } from '@kismet/service-kit/redis'
import { provideFirstAdmin } from './admin-accounts.ts'
import { env } from './config.ts'
import type { Context } from './context.ts'
import { startHousekeeping } from './housekeeping.ts'
import { Outbox } from './mail/outbox.ts'
import { openSmtp } from './mail/smtp.ts'
import { Windows } from './windows.ts'
import { finishClosings, tellWallet } from './player-states.ts'
import { PushOutbox } from './push/push-outbox.ts'
import { vapidOf } from './push/vapid.ts'
import { operations } from './rpc/index.ts'
import { loadCommonPasswords, Passwords } from './security/passwords.ts'
import { Secrets } from './security/secrets.ts'
import { Sessions } from './sessions.ts'
import { provideFirstKey, publicKeys } from './signing-keys.ts'

/** What an operator does beside the service, as revoking a key, is seen within this time. */
const lookEveryMs = 1_000
const finishClosingsEveryMs = 60_000
const mailsAtStopMs = 5_000
const redisTimeoutMs = 1_000

/** Who people are: accounts, codes, sessions and tokens. */
export const auth = defineService({
  name: 'auth',
  env,
  async open(config, kit): Promise<Context> {
    const { bus, clock, randomness, log, registry } = kit
    const { DATABASE_URL: url, DATABASE_CONNECTIONS: maxConnections } = config
    const db = await kit.openDatabase({ url, folder: join(import.meta.dirname, '..'), maxConnections })
    const audit = await kit.openAudit({ service: 'auth', db, config })
    const passwords = await Passwords.open(randomness.bytes(32))
    const commonPasswords = await loadCommonPasswords()
    const sources = { bus, clock, randomness, log, db, audit, secrets: new Secrets(config.AUTH_SECRET) }
    await provideFirstKey(sources)
    await provideFirstAdmin({ ...sources, config, passwords, commonPasswords })
    const redis = await openForCommands(config.REDIS_URL, log, 'auth', redisTimeoutMs)
    const shared = { ...sources, redis }
    const smtp = openSmtp(config.SMTP_URL, config.MAIL_FROM)
    const { WEB_ORIGIN: webOrigin, OWNER_MAILS: ownerMails, SUPPORT_EMAIL: supportMail } = config
    const mailParts = { send: smtp.send, webOrigin, ownerMails, supportMail }
    const outbox = new Outbox({ ...shared, registry, ...mailParts })
    const vapid = config.PUSH_SECRET === undefined ? undefined : vapidOf(config.PUSH_SECRET, config.MAIL_FROM)
    const pushes = new PushOutbox({ ...shared, registry, vapid, pushServices: config.PUSH_SERVICES })
    return {
      ...shared,
      config,
      smtp,
      outbox,
      pushes,
      passwords,
      commonPasswords,
      windows: new Windows(shared),
      sessions: new Sessions(shared),
    }
  },
  keys: (ctx) => () => publicKeys(ctx),
  operations,
  start(ctx) {
    const { sessions, log } = ctx
    return [
      startLoop('sessions', lookEveryMs, log, () => sessions.sweep()),
      ctx.outbox.start(),
      ctx.pushes.start(),
      startLoop('closings', finishClosingsEveryMs, log, () => finishClosings(ctx)),
      startLoop('suspensions', lookEveryMs, log, () => tellWallet(ctx)),
      ...startHousekeeping(ctx),
    ]
  },
  ready: async ({ redis }) => ({
    redis: await redis.ping().then(
      () => true,
      () => false,
    ),
  }),
  async close({ outbox, pushes, smtp, redis }) {
    await Promise.all([outbox.stop(mailsAtStopMs), pushes.stop(mailsAtStopMs)])
    smtp.close()
    redis.disconnect()
  },
})
