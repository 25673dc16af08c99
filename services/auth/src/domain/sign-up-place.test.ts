import { describe, expect, it } from '@jest/globals'
import { limits } from '@kismet/contracts'
import { placeOf } from './sign-up-place.ts'

const nowMs = 1_000_000
const waiting = (id: string, network: string, leftMs = 60_000, codes = 1) => ({
  id,
  network,
  codes,
  codeEndsAtMs: nowMs + leftMs,
})
const ofStrangers = [waiting('a', 'one'), waiting('b', 'two', 5_000), waiting('c', 'three')]
const fresh = { codes: 0, codeEndsAtMs: nowMs }

describe('the place of one more sign-up', () => {
  it.each([
    { what: 'is free while fewer than three wait', others: [], place: { replaces: undefined, ...fresh } },
    { what: 'is the third', others: ofStrangers.slice(1), place: { replaces: undefined, ...fresh } },
    {
      what: 'is that of the oldest from its own network, for as long as that has it',
      others: [waiting('a', 'one'), waiting('b', 'mine', 7_000, 2), waiting('c', 'mine')],
      place: { replaces: 'b', codes: 2, codeEndsAtMs: nowMs + 7_000 },
    },
    {
      what: 'is that of one whose code has ended, wherever it is from',
      others: [waiting('a', 'other'), waiting('b', 'one'), waiting('c', 'two', 0)],
      place: { replaces: 'c', ...fresh },
    },
    {
      what: 'is its own again, not that of another, and free for others as before',
      others: [waiting('a', 'one', -5), waiting('b', 'mine', -5, 3), waiting('c', 'two', -5)],
      place: { replaces: 'b', codes: 3, codeEndsAtMs: nowMs - 5 },
    },
    {
      what: 'is its own anew when others could have had it as long as a code is valid',
      others: [waiting('a', 'one'), waiting('b', 'mine', -limits.otp.lifetimeMs, 3), waiting('c', 'two')],
      place: { replaces: 'b', ...fresh },
    },
    { what: 'is none until the first code of strangers ends', others: ofStrangers, place: { waitMs: 5_000 } },
  ])('$what', ({ others, place }) => {
    expect(placeOf(others, 'mine', nowMs)).toEqual(place)
  })
})
