import { describe, expect, it } from '@jest/globals'
import { dayOf, paise } from '@kismet/contracts'
import type { EntryKind, LedgerEntry } from '@kismet/contracts'
import fc from 'fast-check'
import { movementsOf } from './movements.ts'
import { accountsOf, addAccounts, addEntry, addSums, noAccounts, noSums } from './day-sums.ts'
import type { DaySums } from './day-sums.ts'

const entry = (kind: EntryKind, change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...{ entryId: 'p:1', playerId: 'p', sequence: 1, kind, game: null, reference: 'r', account: null },
  ...{ amountPaise: paise(0), heldPaise: paise(0), stakePaise: paise(0), payoutPaise: paise(0) },
  ...{ balanceAfterPaise: paise(0), at: '2026-11-28T10:00:00.000Z' },
  ...change,
})
const of = (amountPaise: number, heldPaise = 0, stakePaise = 0, payoutPaise = 0) => ({
  ...{ amountPaise: paise(amountPaise), heldPaise: paise(heldPaise) },
  ...{ stakePaise: paise(stakePaise), payoutPaise: paise(payoutPaise) },
})

describe('what an entry moves on the accounts', () => {
  it.each([
    [entry('play', of(50, 0, 100, 150)), { players: 50, house: -50 }],
    [entry('reserve', of(-100, 0, 100)), { players: -100, openStakes: 100 }],
    [entry('settle', of(150, 0, 100, 150)), { players: 150, openStakes: -100, house: -50 }],
    [entry('void', of(100, 0, 100)), { players: 100, openStakes: -100 }],
    [entry('void', of(0)), {}],
    [entry('deposit', of(500)), { players: 500, outside: -500 }],
    [entry('hold', of(-200, 200)), { players: -200, held: 200 }],
    [entry('release', of(200, -200)), { players: 200, held: -200 }],
    [entry('pay-out', of(0, -200)), { held: -200, outside: 200 }],
    [entry('bonus', of(50)), { players: 50, bonus: -50 }],
    [entry('correction', { ...of(-70), account: 'house' }), { players: -70, house: 70 }],
    [entry('correction', { ...of(70), account: 'outside' }), { players: 70, outside: -70 }],
  ])('$kind of $amountPaise', (one, moved) => {
    expect(accountsOf(one)).toEqual({ ...noAccounts, entries: 1, ...moved })
  })

  it('is unknown of a correction of an earlier release, which is not counted as another', () => {
    expect(() => accountsOf(entry('correction', of(5)))).toThrow('A correction without account')
  })
})

const amount = fc.integer({ min: 0, max: 1_000_000 })
const anyEntry = fc
  .record({
    kind: fc.constantFrom<EntryKind>(
      'play',
      'reserve',
      'settle',
      'void',
      'deposit',
      'hold',
      'release',
      'pay-out',
      'bonus',
      'correction',
    ),
    atMs: fc.integer({ min: Date.parse('2026-10-20'), max: Date.parse('2026-12-10') }),
    stake: amount,
    payout: amount,
    account: fc.constantFrom('house' as const, 'outside' as const, 'bonus' as const),
  })
  .map(({ kind, atMs, stake, payout, account }) => {
    const amounts: Readonly<Record<string, Partial<LedgerEntry>>> = {
      play: of(payout - stake, 0, stake, payout),
      reserve: of(0 - stake, 0, stake),
      settle: of(payout, 0, stake, payout),
      void: of(stake, 0, stake),
      deposit: of(stake),
      hold: of(0 - stake, stake),
      release: of(stake, 0 - stake),
      'pay-out': of(0, 0 - stake),
      bonus: of(stake),
      correction: { ...of(payout - stake), account },
    }
    const game = kind === 'play' || kind === 'settle' ? ('Dice' as const) : null
    return entry(kind, { ...amounts[kind], game, at: new Date(atMs).toISOString() })
  })

const anyDay = fc.constantFrom('2026-10-25', '2026-10-31', '2026-11-01', '2026-11-15', '2026-11-30', '2026-12-01')
const anyEntries = fc
  .array(anyEntry, { maxLength: 60 })
  .map((all) => all.map((one, at) => ({ ...one, entryId: `p:${at}` })))

it('the opening balances and the movements of a range give its closing balances', () => {
  const names = ['players', 'openStakes', 'held', 'house', 'outside', 'bonus'] as const
  fc.assert(
    fc.property(anyEntries, anyDay, anyDay, (all, one, other) => {
      const [from = '', to = ''] = [one, other].toSorted()
      const of = (isIn: (day: string) => boolean) => all.filter(({ at }) => isIn(dayOf(Date.parse(at))))
      const balances = (entries: LedgerEntry[]) => entries.map(accountsOf).reduce(addAccounts, noAccounts)
      const [opening, closing] = [balances(of((day) => day < from)), balances(of((day) => day <= to))]
      const movements = Object.values(movementsOf(of((day) => day >= from && day <= to).reduce(addEntry, noSums)))
      for (const name of names)
        expect(movements.reduce((sum, moved) => sum + moved[name], opening[name])).toBe(closing[name])
      for (const moved of movements) expect(names.reduce((sum, name) => sum + moved[name], 0)).toBe(0)
    }),
  )
})

it('the sums of the days of a range are the sums of its entries, and its accounts sum to 0', () => {
  fc.assert(
    fc.property(anyEntries, anyDay, anyDay, (all, one, other) => {
      const [from = '', to = ''] = [one, other].toSorted()
      const days = new Map<string, DaySums>()
      for (const next of all) {
        const on = dayOf(Date.parse(next.at))
        days.set(on, addEntry(days.get(on) ?? noSums, next))
      }
      const summed = [...days]
        .filter(([on]) => on >= from && on <= to)
        .reduce((sums, [, sumsOfDay]) => addSums(sums, sumsOfDay), noSums)
      const within = all.filter(({ at }) => dayOf(Date.parse(at)) >= from && dayOf(Date.parse(at)) <= to)
      expect(summed).toEqual(within.reduce(addEntry, noSums))
      const { entries: count, ...accounts } = within.map(accountsOf).reduce(addAccounts, noAccounts)
      expect([count, Object.values(accounts).reduce((sum, moved) => sum + moved, 0)]).toEqual([within.length, 0])
      const stakes = within.reduce((sum, { game, stakePaise }) => sum + (game === null ? 0 : stakePaise), 0)
      expect(summed.games.Dice?.stakesPaise ?? 0).toBe(stakes)
    }),
  )
})
