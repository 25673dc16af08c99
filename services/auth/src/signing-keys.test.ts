import { describe, expect, it } from '@jest/globals'
import { publishAheadMs, publishedKeys, signingKey } from './signing-keys.ts'

const hour = 60 * 60_000
const first = { kid: 'first', createdAtMs: 0 }
const second = { kid: 'second', createdAtMs: 10 * hour }
const third = { kid: 'third', createdAtMs: 20 * hour }

describe('the key that signs', () => {
  it.each([
    { what: 'nothing without keys', keys: [], nowMs: 0, kid: undefined },
    { what: 'the only key', keys: [first], nowMs: hour, kid: 'first' },
    { what: 'the first key also on a clock that is behind', keys: [first], nowMs: -1, kid: 'first' },
    {
      what: 'the old key while the new one is only published',
      keys: [first, second],
      nowMs: 10 * hour + publishAheadMs - 1,
      kid: 'first',
    },
    { what: 'the new key from its moment on', keys: [first, second], nowMs: 10 * hour + publishAheadMs, kid: 'second' },
    { what: 'the newest of several', keys: [first, second, third], nowMs: 21 * hour, kid: 'third' },
  ])('is $what', ({ keys, nowMs, kid }) => {
    expect(signingKey(keys, nowMs)?.kid).toBe(kid)
  })
})

describe('the keys that are published', () => {
  const keys = [first, second, third]
  it.each([
    { what: 'those to come, too', nowMs: 0, kids: ['first', 'second', 'third'] },
    {
      what: 'an old one while a token of its last moment lives',
      nowMs: 34 * hour + publishAheadMs,
      kids: ['first', 'second', 'third'],
    },
    {
      what: 'an old one no more when its tokens have ended',
      nowMs: 34 * hour + publishAheadMs + 60_000,
      kids: ['second', 'third'],
    },
    { what: 'the newest for ever', nowMs: 1_000 * hour, kids: ['third'] },
  ])('have $what', ({ nowMs, kids }) => {
    expect(publishedKeys(keys, nowMs).map(({ kid }) => kid)).toEqual(kids)
  })
})

it('gives a new key less than a minute before it signs', () => {
  expect(publishAheadMs).toBeLessThan(60_000)
})
