import { describe, expect, it } from '@jest/globals'
import type { AlertMeasures } from '@kismet/contracts'
import { paise } from '@kismet/contracts'
import { alertOf } from './alerts.ts'
import type { RuleName, Theory } from './alerts.ts'

const nowMs = Date.parse('2026-11-28T12:00:00.000Z')
const at = (minutesAgo: number) => new Date(nowMs - minutesAgo * 60_000).toISOString()
const theory: Theory = { dice: [99, 99], slots: [92, 92], mines: [95, 95], aviator: [96.5, 98] }
const quiet: AlertMeasures = { oldestPendingAt: null, ledger: 'clean', returns: [], wins: [] }
const dice = (actualPercent: number, bets = 1_000) => ({ returns: [{ game: 'dice' as const, bets, actualPercent }] })
const win = (payoutPaise: number, minutesAgo: number) => ({
  wins: [{ reference: 'b1', game: 'Dice', payoutPaise: paise(payoutPaise), at: at(minutesAgo) }],
})

describe('an alert', () => {
  it.each<{ rule: RuleName; threshold: number; is: Partial<AlertMeasures>; says: RegExp | null }>([
    { rule: 'oldest', threshold: 30, is: { oldestPendingAt: at(31) }, says: /31 minutes/ },
    { rule: 'oldest', threshold: 30, is: { oldestPendingAt: at(30) }, says: null },
    { rule: 'oldest', threshold: 30, is: {}, says: null },
    { rule: 'ledger', threshold: 1, is: { ledger: 'broken' }, says: /does not balance/ },
    { rule: 'ledger', threshold: 1, is: { ledger: 'unknown' }, says: null },
    { rule: 'ledger', threshold: 1, is: { ledger: null }, says: null },
    { rule: 'rtp', threshold: 200, is: dice(101.01), says: /dice paid back 101\.01%.*theory 99\.00%/ },
    { rule: 'rtp', threshold: 200, is: dice(96.99), says: /96\.99%/ },
    { rule: 'rtp', threshold: 200, is: dice(101), says: null },
    { rule: 'rtp', threshold: 200, is: dice(150, 999), says: null },
    {
      ...{ rule: 'rtp', threshold: 50, says: null },
      is: { returns: [{ game: 'aviator', bets: 9_000, actualPercent: 98.5 }] },
    },
    { rule: 'large-win', threshold: 100_000, is: win(100_000, 5), says: /₹1,000, Dice, b1/ },
    { rule: 'large-win', threshold: 100_000, is: win(99_999, 5), says: null },
  ])('of the rule $rule at $threshold for %# says $says', ({ rule, threshold, is, says }) => {
    const text = alertOf({ rule, threshold, raisedAtMs: null }, { ...quiet, ...is }, { theory, nowMs })
    if (says === null) expect(text).toBeNull()
    else expect(text).toMatch(says)
  })

  it.each([
    { raisedMinutesAgo: 59, winMinutesAgo: 5, isSent: false },
    { raisedMinutesAgo: 60, winMinutesAgo: 5, isSent: true },
    { raisedMinutesAgo: 60, winMinutesAgo: 61, isSent: false },
  ])('comes once an hour, and names a win once: $raisedMinutesAgo, $winMinutesAgo', (asked) => {
    const raisedAtMs = nowMs - asked.raisedMinutesAgo * 60_000
    const stored = { rule: 'large-win', threshold: 100_000, raisedAtMs } as const
    const text = alertOf(stored, { ...quiet, ...win(200_000, asked.winMinutesAgo) }, { theory, nowMs })
    expect(text !== null).toBe(asked.isSent)
  })

  it('never comes of a rule that is off', () => {
    const broken = { ...quiet, ledger: 'broken' as const }
    expect(alertOf({ rule: 'ledger', threshold: null, raisedAtMs: null }, broken, { theory, nowMs })).toBeNull()
  })
})
