import { expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import type { LedgerEntry } from '@kismet/contracts'
import { playUntil } from './play-since-deposit.ts'

const now = Date.parse('2026-11-20T10:00:00.000Z')
const entry = (kind: LedgerEntry['kind'], stake: number, payout: number, atMs = now): LedgerEntry => ({
  entryId: 'e',
  playerId: 'p',
  sequence: 1,
  kind,
  game: null,
  reference: 'r',
  amountPaise: paise(payout - stake),
  heldPaise: paise(0),
  stakePaise: paise(stake),
  payoutPaise: paise(payout),
  balanceAfterPaise: paise(0),
  at: new Date(atMs).toISOString(),
})

it.each([
  [0, false],
  [8_999, false],
  [9_000, true],
  [10_000, true],
  [10_999, true],
  [11_000, false],
])('a stake of 10,000 that paid %i risked little: %s', (payout, isLow) => {
  const play = playUntil([entry('settle', 10_000, payout), entry('deposit', 0, 50_000)], now)
  expect(play).toMatchObject({ deposited: 50_000, staked: 10_000, lowRiskStaked: isLow ? 10_000 : 0 })
})

it('a deposit that was credited after the request does not hide what was played before', () => {
  const entries = [entry('deposit', 0, 70_000, now + 1), entry('settle', 60_000, 0), entry('deposit', 0, 50_000)]
  expect(playUntil(entries, now)).toMatchObject({ deposited: 50_000, staked: 60_000 })
})

it('a player without a deposit has all play counted', () => {
  expect(playUntil([entry('settle', 60_000, 60_000)], now)).toEqual({
    ...{ depositedAt: null, deposited: 0, staked: 60_000 },
    lowRiskStaked: 60_000,
  })
})
