import { expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import type { LedgerEntry } from '@kismet/contracts'
import { playSinceDeposit } from './play-since-deposit.ts'

const entry = (kind: LedgerEntry['kind'], stake: number, payout: number): LedgerEntry => ({
  entryId: 'e',
  playerId: 'p',
  sequence: 1,
  kind,
  game: null,
  reference: 'r',
  amountPaise: paise(payout - stake),
  stakePaise: paise(stake),
  payoutPaise: paise(payout),
  balanceAfterPaise: paise(0),
  at: '2026-11-20T10:00:00.000Z',
})

it.each([
  [0, false],
  [8_999, false],
  [9_000, true],
  [10_000, true],
  [10_999, true],
  [11_000, false],
])('a stake of 10,000 that paid %i risked little: %s', (payout, isLow) => {
  const play = playSinceDeposit([entry('settle', 10_000, payout), entry('deposit', 0, 50_000)])
  expect(play).toMatchObject({ deposited: 50_000, staked: 10_000, lowRiskStaked: isLow ? 10_000 : 0 })
})
