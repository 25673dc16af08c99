import { describe, expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import type { AlertMeasures } from '@kismet/contracts'
import { alertOf } from './alerts.ts'
import type { RuleName, StoredRule, Theory } from './alerts.ts'

type Measures = Omit<AlertMeasures, 'wins'>
type Waiting = NonNullable<Measures['waiting']>
const nowMs = Date.parse('2026-11-28T12:00:00.000Z')
const minutesMs = (minutes: number) => minutes * 60_000
const now = {
  theory: { dice: [99, 99], slots: [92, 92], mines: [95, 95], aviator: [96.5, 98] } as Theory,
  nowMs,
  linkTo: (path: string) => [`https://office.test${path}`],
}
const none: Waiting = { count: 0, sumPaise: paise(0), oldest: null }
const waits = (minutes: number): { waiting: Waiting } => ({
  waiting: {
    ...{ count: 3, sumPaise: paise(12_00_000_00) },
    oldest: {
      ...{ kind: 'deposit', id: 'd1', email: 'asha@example.in', amountPaise: paise(7_00_000) },
      at: new Date(nowMs - minutesMs(minutes)).toISOString(),
    },
  },
})
const quiet: Measures = { waiting: none, ledger: 'clean', returns: [] }
const dice = (actualPercent: number, bets = 1_000) => ({ returns: [{ game: 'dice' as const, bets, actualPercent }] })
const stored = (rule: RuleName, threshold: number | null, more: Partial<StoredRule> = {}): StoredRule => ({
  ...{ rule, threshold, raisedAtMs: null, isOpen: false, games: [] },
  ...more,
})

describe('an alert', () => {
  it.each<{ rule: RuleName; threshold: number; is: Partial<Measures>; says: RegExp | null }>([
    { rule: 'oldest', threshold: 30, is: waits(31), says: /deposit of ₹7,000 has waited for 31 minutes/ },
    { rule: 'oldest', threshold: 30, is: waits(30), says: null },
    { rule: 'oldest', threshold: 30, is: { waiting: null }, says: null },
    { rule: 'ledger', threshold: 1, is: { ledger: 'broken' }, says: /does not balance/ },
    { rule: 'ledger', threshold: 1, is: { ledger: 'unknown' }, says: null },
    { rule: 'ledger', threshold: 1, is: { ledger: null }, says: null },
    { rule: 'rtp', threshold: 200, is: dice(101.01), says: /dice\ndice paid back 101\.01%.*theory 99\.00%/ },
    { rule: 'rtp', threshold: 200, is: dice(96.99), says: /96\.99%/ },
    { rule: 'rtp', threshold: 200, is: dice(101), says: null },
    { rule: 'rtp', threshold: 200, is: dice(150, 999), says: null },
    {
      ...{ rule: 'rtp', threshold: 50, says: null },
      is: { returns: [{ game: 'aviator', bets: 9_000, actualPercent: 98.5 }] },
    },
  ])('of the rule $rule at $threshold for %# says $says', ({ rule, threshold, is, says }) => {
    const mail = alertOf(stored(rule, threshold), { ...quiet, ...is }, now)
    if (mail === null) expect(says).toBeNull()
    else expect([mail.alert.title, ...mail.alert.lines].join('\n')).toMatch(says ?? /no mail/)
  })

  it('has the player, the time in India, the sum and a link', () => {
    expect(alertOf(stored('oldest', 30), { ...quiet, ...waits(31) }, now)?.alert.lines).toEqual([
      'Player asha@example.in, asked on 28 Nov 2026, 4:59:00 pm (India time).',
      'https://office.test/admin/deposit-requests?id=d1',
      'Requests that wait: 3, ₹12,00,000 in all.',
    ])
  })

  const broken: Partial<Measures> = { ledger: 'broken' }
  it.each<{ when: string; isOpen: boolean; raised: number | null; is: Partial<Measures>; title: string | undefined }>([
    { when: 'at first', isOpen: false, raised: null, is: broken, title: 'The ledger does not balance' },
    { when: 'again within the hour', isOpen: false, raised: 59, is: broken, title: undefined },
    { when: 'again after an hour', isOpen: false, raised: 60, is: broken, title: 'The ledger does not balance' },
    { when: 'still after hours', isOpen: true, raised: 23 * 60, is: broken, title: undefined },
    { when: 'still after a day', isOpen: true, raised: 24 * 60, is: broken, title: 'The ledger does not balance' },
    { when: 'over', isOpen: true, raised: 5, is: {}, title: 'The ledger balances again' },
    { when: 'never', isOpen: false, raised: null, is: {}, title: undefined },
    { when: 'perhaps over', isOpen: true, raised: 5, is: { ledger: null }, title: undefined },
  ])('of a ledger that is broken $when is titled $title', ({ isOpen, raised, is, title }) => {
    const raisedAtMs = raised === null ? null : nowMs - minutesMs(raised)
    expect(alertOf(stored('ledger', 1, { isOpen, raisedAtMs }), { ...quiet, ...is }, now)?.alert.title).toBe(title)
  })

  it.each<[rule: RuleName, threshold: number, lost: Partial<Measures>]>([
    ['oldest', 30, { waiting: null }],
    ['rtp', 200, { returns: null }],
  ])('of the rule %s is not over while its measure is missing', (rule, threshold, lost) => {
    const open = stored(rule, threshold, { isOpen: true, raisedAtMs: nowMs })
    expect(alertOf(open, { ...quiet, ...lost }, now)).toBeNull()
    expect(alertOf(open, quiet, now)).toMatchObject({ isOpen: false })
  })

  const slots = { game: 'slots' as const, bets: 5_000, actualPercent: 92 }
  const openRtp = stored('rtp', 200, { isOpen: true, raisedAtMs: nowMs - minutesMs(25 * 60), games: ['dice'] })
  it.each<{ of: string; returns: Measures['returns']; isOver: boolean }>([
    { of: 'no bets', returns: [slots], isOver: false },
    { of: 'too few bets', returns: [slots, ...dice(99, 999).returns], isOver: false },
    { of: 'enough bets', returns: [slots, ...dice(99).returns], isOver: true },
  ])('of the RTP of a game with $of is over: $isOver', ({ returns, isOver }) => {
    const mail = alertOf(openRtp, { ...quiet, returns }, now)
    if (isOver) expect(mail).toMatchObject({ isOpen: false, games: [] })
    else expect(mail).toBeNull()
  })

  it('of the RTP keeps a game of the last mail that has too few bets now', () => {
    const returns = [{ ...slots, actualPercent: 150 }, ...dice(150, 999).returns]
    const mail = alertOf(openRtp, { ...quiet, returns }, now)
    expect(mail).toMatchObject({ isOpen: true, alert: { title: 'The RTP is outside of its limit: slots' } })
    expect(mail?.games.toSorted()).toEqual(['dice', 'slots'])
  })

  it('never comes of a rule that is off', () => {
    expect(alertOf(stored('ledger', null), { ...quiet, ...broken }, now)).toBeNull()
  })
})
