import { expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import type { LedgerEntry } from '@kismet/contracts'
import { emptyHead, takeEntry } from './take-entry.ts'

const bet = (sequence: number, at: string): LedgerEntry => ({
  ...{ entryId: `p:${sequence}`, playerId: 'p', sequence, kind: 'play', game: 'Dice', reference: `r${sequence}`, at },
  ...{
    amountPaise: paise(-100),
    heldPaise: paise(0),
    stakePaise: paise(100),
    payoutPaise: paise(0),
    balanceAfterPaise: paise(0),
  },
})

it('keeps what a day holds when a clock steps back over midnight in India', () => {
  const before = '2026-11-22T18:29:59.900Z'
  const after = '2026-11-22T18:30:00.100Z'
  const head = [before, after, before, after].reduce(
    (taken, at, index) => takeEntry(taken, bet(index + 1, at)).head,
    emptyHead,
  )
  expect(head).toMatchObject({ sequence: 4, day: '2026-11-23', games: 2, betsPaise: 200 })
})

it.each([
  ['pay-out', 'processed'],
  ['release', 'returned'],
] as const)('a withdrawal is on hold until its %s, then %s', (kind, result) => {
  const of = { ...bet(1, '2026-11-22T10:00:00.000Z'), game: null, reference: 'w', stakePaise: paise(0) }
  const held = takeEntry(emptyHead, { ...of, kind: 'hold', heldPaise: paise(100) })
  expect(held).toMatchObject({ row: { _id: 'p:1', result: 'on hold' }, head: { holds: { w: 1 } } })
  const ended = takeEntry(held.head, { ...of, kind, sequence: 2, amountPaise: paise(kind === 'release' ? 100 : 0) })
  expect(ended).toMatchObject({ ended: { _id: 'p:1', result }, head: { sequence: 2, holds: {} } })
})

it('the pay-out of a hold that an earlier release has read changes no line', () => {
  const of = { ...bet(1, '2026-11-22T10:00:00.000Z'), kind: 'pay-out', game: null, amountPaise: paise(0) } as const
  const { holds: _, ...head } = emptyHead
  expect(takeEntry(head, of)).toEqual({ head: { ...head, holds: {}, sequence: 1 } })
})
