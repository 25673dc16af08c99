import { describe, expect, it } from '@jest/globals'
import { readEnv } from '@kismet/service-kit/env'
import { gatewayEnv } from './config.ts'

const complete = {
  NATS_URL: 'nats://gateway:secret@127.0.0.1:4222',
  REDIS_URL: 'redis://127.0.0.1:6379',
  PAYMENTS_URL: 'http://127.0.0.1:7004',
  ANALYTICS_URL: 'http://127.0.0.1:7005',
  PAYMENTS_STREAM_KEY: 'a key of the tests that is long enough',
  ANALYTICS_STREAM_KEY: 'a key of the tests that is long enough',
  WEB_ORIGIN: 'http://127.0.0.1:3000,http://localhost:3000',
  ADMIN_ORIGIN: 'http://127.0.0.1:3001',
}
const real = { CASINO_MODE: 'real', OPERATOR_NAME: 'Kismet', OPERATOR_LICENCE: '42' }

describe('the configuration', () => {
  it('reads lists and has defaults', () => {
    expect(readEnv(gatewayEnv, { ...complete, TRUSTED_PROXIES: '10.0.0.0/8, loopback' })).toMatchObject({
      WEB_ORIGIN: ['http://127.0.0.1:3000', 'http://localhost:3000'],
      ADMIN_ORIGIN: ['http://127.0.0.1:3001'],
      TRUSTED_PROXIES: ['10.0.0.0/8', 'loopback'],
      METRICS_HOST: '127.0.0.1',
      CASINO_MODE: 'play',
      RATE_LIMIT_FACTOR: 1,
    })
    expect(readEnv(gatewayEnv, complete).TRUSTED_PROXIES).toEqual([])
  })

  it.each([
    { what: 'no origin', env: { WEB_ORIGIN: undefined }, names: /WEB_ORIGIN/ },
    { what: 'an origin with a path', env: { WEB_ORIGIN: 'http://127.0.0.1:3000/' }, names: /WEB_ORIGIN/ },
    { what: 'any origin', env: { ADMIN_ORIGIN: '*' }, names: /ADMIN_ORIGIN/ },
    { what: 'a proxy that is no address', env: { TRUSTED_PROXIES: 'everyone' }, names: /TRUSTED_PROXIES/ },
    { what: 'a factor of 0', env: { RATE_LIMIT_FACTOR: '0' }, names: /RATE_LIMIT_FACTOR/ },
    { what: 'a factor in real mode', env: { ...real, RATE_LIMIT_FACTOR: '2' }, names: /RATE_LIMIT_FACTOR/ },
    { what: 'real mode without a name', env: { ...real, OPERATOR_NAME: undefined }, names: /OPERATOR_NAME/ },
    { what: 'real mode without a licence', env: { ...real, OPERATOR_LICENCE: undefined }, names: /OPERATOR_LICENCE/ },
    { what: 'an unknown mode', env: { CASINO_MODE: 'test' }, names: /CASINO_MODE/ },
    { what: 'a short key for streams', env: { PAYMENTS_STREAM_KEY: 'short' }, names: /PAYMENTS_STREAM_KEY/ },
    { what: 'another database for Redis', env: { REDIS_URL: 'http://127.0.0.1' }, names: /REDIS_URL/ },
  ])('with $what is refused', ({ env, names }) => {
    expect(() => readEnv(gatewayEnv, { ...complete, ...env })).toThrow(names)
  })

  it('lets real mode start with its operator and the usual rates', () => {
    expect(readEnv(gatewayEnv, { ...complete, ...real }).CASINO_MODE).toBe('real')
  })
})
