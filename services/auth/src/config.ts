import { addAdminAccount } from '@kismet/contracts'
import { auditEnv } from '@kismet/service-kit/audit/log'
import {
  databaseEnv,
  longKey,
  operatorEnv,
  postgresUrl,
  readEnv,
  redisUrl,
  requireOperator,
  secretly,
  text,
} from '@kismet/service-kit/env'
import { z } from 'zod'
import { mailWayTo } from './mail/smtp.ts'

/** An admin of the environment or of a command follows the rules of the back office. */
export const NewAdmin = addAdminAccount.input.required()
const { username, password } = NewAdmin.shape

const authSecret = secretly(
  z
    .string()
    .transform((text): [string, ...string[]] => {
      const [first = '', ...others] = text.trim().split(/\s*\n\s*/)
      return [first, ...others]
    })
    .pipe(z.tuple([longKey], longKey)),
  'Encrypts signing keys, two-step secrets and mails; authenticates mailed codes. One secret a line: the first encrypts, all decrypt. Keep a copy.',
)

const httpUrl = text.pipe(z.url({ protocol: /^https?$/, error: 'must be an http URL' }).optional())

export const env = databaseEnv
  .extend({
    DATABASE_CONNECTIONS: z.coerce
      .number()
      .int()
      .min(2)
      .max(100)
      .default(10)
      .describe('Connections to PostgreSQL for each replica.'),
    REDIS_URL: redisUrl,
    SMTP_URL: secretly(
      z.url({ protocol: /^smtps?$/, error: 'must be an smtp URL' }),
      'The mail server. It must offer TLS, unless it is on this machine or its name has no dot.',
    ),
    MAIL_FROM: z.string().min(3).describe('The sender of mails: `Kismet <no-reply@example.in>`, or an address.'),
    AUTH_SECRET: authSecret,
    ...auditEnv,
    OWNER_MAILS: text
      .transform((list) => list?.split(',').map((address) => address.trim()) ?? [])
      .pipe(z.array(z.email({ error: 'must be e-mail addresses, separated by commas' })).max(20))
      .describe(
        'The e-mail addresses of the owners, separated by commas. They are told of new admins and of changed settings. Without them, only the log has these notices.',
      ),
    ERASE_CLOSED_AFTER_DAYS: z.coerce
      .number()
      .int()
      .min(365)
      .default(1_826)
      .describe(
        'Days after which a closed account loses its e-mail address, names and bank accounts. The default is five years.',
      ),
    PUSH_SECRET: secretly(
      text.pipe(longKey.optional()),
      'The VAPID key pair of notifications is derived from this secret. A new secret ends all notifications. Without it, players are not offered notifications.',
    ),
    PUSH_SERVICES: text
      .transform((list) => list?.split(',').map((origin) => origin.trim()) ?? [])
      .pipe(z.array(z.url({ protocol: /^https?$/, error: 'must be origins, separated by commas' })).max(10))
      .describe(
        'Origins of further push services, separated by commas, such as https://push.example.in. Those of Chrome, Firefox, Edge and Safari are known.',
      ),
    WEB_ORIGIN: httpUrl.describe("The origin of the players' app, for links in mails."),
    ADMIN_ORIGIN: text
      .transform((list) => list?.split(',')[0]?.trim())
      .pipe(z.url({ protocol: /^https?$/, error: 'must be an http URL' }).optional())
      .describe('The origin of the back office, for links in mails to owners. The first counts.'),
    ...operatorEnv,
    SUPPORT_WHATSAPP: text.describe('The WhatsApp number of support that players see.'),
    SUPPORT_EMAIL: text.describe(
      'The e-mail address of support that players see. Replies to mails of the support go to this address.',
    ),
    TERMS_URL: httpUrl.describe("The address of the operator's terms of service, in place of the sample text."),
    PRIVACY_URL: httpUrl.describe("The address of the operator's privacy policy, in place of the sample text."),
    SUPPORT_ANSWER_HOURS: text
      .pipe(z.coerce.number<string>().int().min(1).max(336).optional())
      .describe('The usual time until a reply of the support in hours, which players see.'),
    TERMS_VERSION: text
      .pipe(z.string().max(64).default('1'))
      .describe('The version of the terms and the privacy policy that players accept at sign-up.'),
    ADMIN_USERNAME: text
      .pipe(username.optional())
      .describe('The name of the first admin. Auth creates the account if no admin exists.'),
    ADMIN_PASSWORD: secretly(text.pipe(password.optional()), 'The password of the first admin.'),
  })
  .superRefine((values, issues) => {
    requireOperator(values, issues)
    if (values.CASINO_MODE === 'real' && values.PUSH_SERVICES.some((origin) => !origin.startsWith('https:'))) {
      const message = 'must be https:// where CASINO_MODE=real'
      issues.addIssue({ code: 'custom', path: ['PUSH_SERVICES'], message })
    }
    if (values.CASINO_MODE === 'real' && mailWayTo(values.SMTP_URL) === 'internal') {
      const message = 'must be smtps://, or smtp:// to a server with a full name, where CASINO_MODE=real'
      issues.addIssue({ code: 'custom', path: ['SMTP_URL'], message })
    }
  })

export type Config = Readonly<z.output<typeof env>>

/** The environment of commands. */
export const commandEnv = z.object({
  DATABASE_URL: postgresUrl,
  AUTH_SECRET: authSecret,
  AUDIT_KEY: auditEnv.AUDIT_KEY,
})

/** @throws Error that names each missing or invalid variable */
export const readCommandEnv = (): Readonly<z.output<typeof commandEnv>> => readEnv(commandEnv, process.env)
