import { describe, expect, it } from '@jest/globals'
import { serviceNames } from '@kismet/contracts'
import { readSettings } from './settings.ts'
import { StackError } from '@kismet/real-servers/stack-error'

describe('readSettings', () => {
  it('needs no variable at all', () => {
    const settings = readSettings({})
    expect(settings.ports).toEqual({ web: 3000, admin: 3001, gateway: 8080, mail: 1080, smtp: 1025 })
    expect(settings).toMatchObject({
      casinoMode: 'play',
      rateLimitFactor: 1,
      replicas: Object.fromEntries(serviceNames.map((name) => [name, 1])),
    })
    expect(settings.local.root.endsWith('/.local')).toBe(true)
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readSettings({ WEB_PORT: '', CASINO_MODE: '', POSTGRES_URL: '' })).toEqual(readSettings({}))
  })

  it('reads what is set', () => {
    const settings = readSettings({
      WEB_PORT: '4000',
      RATE_LIMIT_FACTOR: '0.5',
      REPLICAS_GATEWAY: '2',
      REPLICAS_DICE_SLOTS: '3',
      LOCAL_DIR: '/tmp/second',
      REDIS_URL: 'redis://127.0.0.1:7000',
      MONGODB_URL: 'mongodb://one:27017,two:27017/casino',
    })
    expect(settings.ports.web).toBe(4000)
    expect(settings.rateLimitFactor).toBe(0.5)
    expect(settings.replicas).toMatchObject({ gateway: 2, wallet: 1, 'dice-slots': 3 })
    expect(settings.local.run).toBe('/tmp/second/run')
    expect(settings.external.redisUrl).toBe('redis://127.0.0.1:7000')
    expect(settings.external.mongodbUrl).toBe('mongodb://one:27017,two:27017/casino')
  })

  it.each<[string, Record<string, string>, string]>([
    ['a port that is a word', { WEB_PORT: 'http' }, "WEB_PORT must be a port from 1 to 65535, not 'http'."],
    ['a port out of range', { SMTP_PORT: '65536' }, 'SMTP_PORT must be a port'],
    ['a port with a fraction', { MAIL_PORT: '1080.5' }, 'MAIL_PORT must be a port'],
    ['one port twice', { WEB_PORT: '8080' }, 'WEB_PORT and GATEWAY_PORT are both 8080'],
    ['half a wallet', { REPLICAS_WALLET: '0.5' }, 'REPLICAS_WALLET must be a whole number from 1 to 8'],
    ['no replica', { REPLICAS_GATEWAY: '0' }, 'REPLICAS_GATEWAY must be a whole number from 1 to 8'],
    ['a negative factor', { RATE_LIMIT_FACTOR: '-1' }, 'RATE_LIMIT_FACTOR must be'],
    ['an unknown mode', { CASINO_MODE: 'demo' }, "CASINO_MODE must be play or real, not 'demo'"],
    [
      'real money without a licence',
      { CASINO_MODE: 'real', OPERATOR_NAME: 'X' },
      'CASINO_MODE=real needs OPERATOR_LICENCE',
    ],
    [
      'a factor with real money',
      { CASINO_MODE: 'real', OPERATOR_NAME: 'X', OPERATOR_LICENCE: 'Y', RATE_LIMIT_FACTOR: '2' },
      'RATE_LIMIT_FACTOR is for tests and is refused when CASINO_MODE=real',
    ],
    ['an unknown service to watch', { WATCH: 'roulette' }, 'WATCH must be one of auth'],
    ['a short password', { ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have 8 to 128 characters'],
    [
      'a URL of something else',
      { POSTGRES_URL: 'http://127.0.0.1' },
      'POSTGRES_URL must be a postgres: or postgresql: URL',
    ],
    ['a URL without a server', { MONGODB_URL: 'mongodb://' }, 'MONGODB_URL must be a mongodb: or mongodb+srv: URL'],
    [
      'each fault',
      { WEB_PORT: 'a', ADMIN_PORT: 'b' },
      "WEB_PORT must be a port from 1 to 65535, not 'a'; ADMIN_PORT must be",
    ],
  ])('refuses %s', (_name, env, sentence) => {
    expect(() => readSettings(env)).toThrow(StackError)
    expect(() => readSettings(env)).toThrow(sentence)
  })
})
