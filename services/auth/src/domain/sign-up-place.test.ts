import { describe, expect, it } from '@jest/globals'
import { placeOf } from './sign-up-place.ts'

const nowMs = 1_000_000
const waiting = (id: string, network: string, leftMs = 60_000) => ({ id, network, codeEndsAtMs: nowMs + leftMs })
const ofStrangers = [waiting('a', 'one'), waiting('b', 'two', 5_000), waiting('c', 'three')]

describe('the place of one more sign-up', () => {
  it.each([
    { what: 'is free while fewer than three wait', others: [], place: { replaces: undefined } },
    { what: 'is the third', others: ofStrangers.slice(1), place: { replaces: undefined } },
    {
      what: 'is that of the oldest from its own network',
      others: [waiting('a', 'one'), waiting('b', 'mine'), waiting('c', 'mine')],
      place: { replaces: 'b' },
    },
    {
      what: 'is that of one whose code has ended, wherever it is from',
      others: [waiting('a', 'mine'), waiting('b', 'one'), waiting('c', 'two', 0)],
      place: { replaces: 'c' },
    },
    { what: 'is none until the first code of strangers ends', others: ofStrangers, place: { waitMs: 5_000 } },
  ])('$what', ({ others, place }) => {
    expect(placeOf(others, 'mine', nowMs)).toEqual(place)
  })
})
