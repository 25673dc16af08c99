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
