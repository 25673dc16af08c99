import { describe, expect, it } from '@jest/globals'
import { readEnv } from '@kismet/service-kit/env'
import { commandEnv, env as authEnv } from './config.ts'
import { mailWayTo } from './mail/smtp.ts'

const complete = {
  NATS_URL: 'nats://127.0.0.1:4222',
  DATABASE_URL: 'postgres://auth@127.0.0.1/kismet',
  REDIS_URL: 'redis://127.0.0.1:6379',
  SMTP_URL: 'smtp://127.0.0.1:1025',
  MAIL_FROM: 'Kismet <no-reply@example.in>',
  AUTH_SECRET: 'x'.repeat(32),
  AUDIT_KEY: 'x'.repeat(32),
}

describe('the environment of auth', () => {
  it('has defaults, and what is set to nothing is not set', () => {
    expect(
      readEnv(authEnv, { ...complete, OPERATOR_NAME: ' ', SUPPORT_EMAIL: '', ADMIN_USERNAME: '', ADMIN_PASSWORD: '' }),
    ).toMatchObject({
      CASINO_MODE: 'play',
      TERMS_VERSION: '1',
      OPERATOR_NAME: undefined,
      SUPPORT_EMAIL: undefined,
      ADMIN_USERNAME: undefined,
    })
  })

  it.each([
    {
      what: 'real money without an operator',
      env: { CASINO_MODE: 'real', OPERATOR_LICENCE: 'L1' },
      names: 'OPERATOR_NAME',
    },
    {
      what: 'real money without a licence',
      env: { CASINO_MODE: 'real', OPERATOR_NAME: 'Acme' },
      names: 'OPERATOR_LICENCE',
    },
    {
      what: 'a mailbox for real money',
      env: { CASINO_MODE: 'real', OPERATOR_NAME: 'Acme', OPERATOR_LICENCE: 'L1', SMTP_URL: 'smtp://mailbox:1025' },
      names: 'SMTP_URL',
    },
    { what: 'an unknown mode', env: { CASINO_MODE: 'demo' }, names: 'CASINO_MODE' },
    { what: 'a short secret', env: { AUTH_SECRET: 'short' }, names: 'AUTH_SECRET' },
    { what: 'a short second secret', env: { AUTH_SECRET: `${'x'.repeat(32)}\nshort` }, names: 'AUTH_SECRET' },
    { what: 'a mail server that is none', env: { SMTP_URL: 'http://127.0.0.1' }, names: 'SMTP_URL' },
    {
      what: 'a first admin with a short password',
      env: { ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: 'short' },
      names: 'ADMIN_PASSWORD',
    },
  ])('refuses $what', ({ env, names }) => {
    expect(() => readEnv(authEnv, { ...complete, ...env })).toThrow(names)
  })

  it('accepts real money with an operator who has a licence', () => {
    const env = { ...complete, CASINO_MODE: 'real', OPERATOR_NAME: 'Acme', OPERATOR_LICENCE: 'L1' }
    expect(readEnv(authEnv, env)).toMatchObject({ CASINO_MODE: 'real', OPERATOR_NAME: 'Acme', OPERATOR_LICENCE: 'L1' })
  })

  it('is read by the commands as far as they need it', () => {
    const { DATABASE_URL, AUTH_SECRET, AUDIT_KEY } = complete
    expect(readEnv(commandEnv, complete)).toEqual({
      DATABASE_URL,
      AUTH_SECRET: [AUTH_SECRET],
      AUDIT_KEY,
    })
    expect(() => readEnv(commandEnv, { DATABASE_URL })).toThrow('AUTH_SECRET')
  })
})

it.each([
  ['smtps://mail.example.in:465', 'encrypted'],
  ['smtps://mailbox', 'encrypted'],
  ['smtp://user:password@mail.example.in:587', 'encrypted'],
  ['smtp://10.0.0.5', 'encrypted'],
  ['smtp://127.0.0.1.example.in', 'encrypted'],
  ['smtp://[2001:db8::1]:25', 'encrypted'],
  ['smtp://127.0.0.1:1025', 'loopback'],
  ['smtp://localhost', 'loopback'],
  ['smtp://[::1]:1025', 'loopback'],
  ['smtp://mailbox:1025', 'internal'],
])('mails to %s go on a way that is %s', (url, way) => expect(mailWayTo(url)).toBe(way))
