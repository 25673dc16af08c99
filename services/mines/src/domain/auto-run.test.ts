import { describe, expect, it } from '@jest/globals'
import { minesAutoTexts } from '@kismet/contracts'
import fc from 'fast-check'
import { afterGame, firstSetup, shownStatus, startObstacle, stopAfter } from './auto-run.ts'

const setup = { ...firstSetup, betPaise: 10_000, selectedTiles: [0], upperPaise: 120_000, lowerPaise: 80_000 }
const progress = { betsPlayed: 1, wins: 0, totalProfitPaise: 0, balancePaise: 100_000 }

describe('a run after a game', () => {
  it.each([
    { what: 'below its upper boundary', change: { balancePaise: 119_999 }, reason: undefined },
    { what: 'at its upper boundary', change: { balancePaise: 120_000 }, reason: 'upper_boundary' },
    { what: 'over its upper boundary', change: { balancePaise: 200_000 }, reason: 'upper_boundary' },
    { what: 'above its lower boundary', change: { balancePaise: 80_001 }, reason: undefined },
    { what: 'at its lower boundary', change: { balancePaise: 80_000 }, reason: 'lower_boundary' },
    { what: 'with its last bet', change: { betsPlayed: 7 }, reason: 'bets_done' },
    {
      what: 'with its last bet, at a boundary',
      change: { betsPlayed: 7, balancePaise: 80_000 },
      reason: 'lower_boundary',
    },
    { what: 'before its first game', change: { betsPlayed: 0, balancePaise: 120_000 }, reason: undefined },
  ])('$what: $reason', ({ change, reason }) => {
    expect(stopAfter({ ...setup, stopAfterBets: 7 }, { ...progress, ...change })).toBe(reason)
  })

  it('without limits goes on', () => {
    const unlimited = { ...setup, upperPaise: null, lowerPaise: null }
    expect(stopAfter(unlimited, { ...progress, balancePaise: 0, betsPlayed: 1_000_000 })).toBeUndefined()
  })

  it('has the sum of its games, in whatever order they come', () => {
    const game = fc.record({ stakePaise: fc.nat(10_000), payoutPaise: fc.nat(100_000), balancePaise: fc.nat() })
    fc.assert(
      fc.property(fc.array(game), (games) => {
        const sum = games.reduce(afterGame, { betsPlayed: 0, wins: 0, totalProfitPaise: 0, balancePaise: 0 })
        expect(sum.betsPlayed).toBe(games.length)
        expect(sum.wins).toBe(games.filter(({ payoutPaise }) => payoutPaise > 0).length)
        expect(sum.totalProfitPaise).toBe(games.reduce((of, one) => of + one.payoutPaise - one.stakePaise, 0))
      }),
    )
  })
})

describe('a start with ₹1,000', () => {
  it.each([
    { what: 'within everything', change: {}, obstacle: undefined },
    { what: 'of all that there is', change: { betPaise: 100_000 }, obstacle: undefined },
    { what: 'of more', change: { betPaise: 100_001, upperPaise: 1 }, obstacle: minesAutoTexts.insufficientBalance },
    {
      what: 'with an upper boundary below',
      change: { upperPaise: 99_999, lowerPaise: 100_001 },
      obstacle: minesAutoTexts.upperBoundary,
    },
    { what: 'with an upper boundary there', change: { upperPaise: 100_000 }, obstacle: undefined },
    { what: 'with a lower boundary above', change: { lowerPaise: 100_001 }, obstacle: minesAutoTexts.lowerBoundary },
    { what: 'with a lower boundary there', change: { lowerPaise: 100_000 }, obstacle: undefined },
  ])('$what: $obstacle', ({ change, obstacle }) => {
    expect(startObstacle({ ...setup, ...change }, 100_000)?.text).toBe(obstacle)
  })
})

describe('the status that is shown', () => {
  it.each([
    { status: 'running' as const, agoMs: 60_000, isClosed: false, shown: 'running' },
    { status: 'running' as const, agoMs: 60_001, isClosed: false, shown: 'paused' },
    { status: 'running' as const, agoMs: 0, isClosed: true, shown: 'paused' },
    { status: 'stopped' as const, agoMs: 90_000, isClosed: true, shown: 'stopped' },
    { status: 'error' as const, agoMs: 0, isClosed: false, shown: 'error' },
  ])('$status, continued $agoMs ms ago, site closed $isClosed: $shown', ({ status, agoMs, isClosed, shown }) => {
    expect(shownStatus({ status, continuedAtMs: 1_000_000 - agoMs }, 1_000_000, isClosed)).toBe(shown)
  })
})
