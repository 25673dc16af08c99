import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { balanceBreaks } from './balances.ts'
import type { BalancedRow } from './balances.ts'

/** Rows with their balances, oldest first. */
function chainOf(amounts: readonly number[], start = 1_000_000): BalancedRow[] {
  let balancePaise = start
  return amounts.map((paise, at) => {
    balancePaise += paise
    return {
      line: at + 2,
      day: `2026-11-${String(10 + Math.floor(at / 3)).padStart(2, '0')}`,
      paise,
      balancePaise,
      gaps: 0,
    }
  })
}
const amounts = fc.array(
  fc.integer({ min: 1, max: 1_000_000 }).chain((paise) => fc.constantFrom(paise, -paise)),
  { minLength: 2, maxLength: 20 },
)

describe('balances that follow', () => {
  it.each<[string, (rows: BalancedRow[]) => BalancedRow[]]>([
    ['oldest first', (rows) => rows],
    ['newest first', (rows) => rows.toReversed()],
    [
      'newest day first, oldest row of a day first',
      (rows) => rows.toSorted((one, other) => other.day.localeCompare(one.day)),
    ],
    ['in some rows only', (rows) => rows.map((row, at) => (at % 2 === 0 ? row : { ...row, balancePaise: null }))],
    ['in no row', (rows) => rows.map((row) => ({ ...row, balancePaise: null }))],
  ])('have no break: %s', (_order, ordered) => {
    fc.assert(fc.property(amounts, (some) => expect(balanceBreaks(ordered(chainOf(some)))).toEqual([])))
  })
})

describe('balances that do not follow', () => {
  it('break at each row whose side is the other one', () => {
    const swapped = chainOf([50_000, 250_000, -300_000]).map((row) => ({ ...row, paise: -row.paise }))
    expect(balanceBreaks(swapped)).toEqual([
      { line: 3, message: expect.stringMatching(/read as a debit of ₹2,500\.00\. Are debit and credit swapped/) },
      { line: 4, message: expect.stringMatching(/read as a credit of ₹3,000\.00\. Are debit and credit swapped/) },
    ])
  })

  it('break at the row behind a line that is missing', () => {
    const rows = chainOf([50_000, 250_000, -300_000, 70_000]).filter(({ line }) => line !== 4)
    expect(balanceBreaks(rows)).toEqual([
      {
        line: 5,
        message:
          'The balance goes from ₹13,000.00 to ₹10,700.00. With a credit of ₹700.00 it must be ₹13,700.00. Is a line missing, or is another column the balance? If the export leaves lines out, choose “no such column” as the balance.',
      },
    ])
  })

  it('break for equal payouts that are read as credits: in the other order their days run backwards', () => {
    const payouts = chainOf(Array.from({ length: 4 }, () => -50_000)).map((row, at) => ({
      ...row,
      day: `2026-11-1${at}`,
    }))
    const swapped = payouts.map((row) => ({ ...row, paise: -row.paise }))
    for (const order of [swapped, swapped.toReversed()])
      expect(balanceBreaks(order)).toEqual(
        order.slice(1).map(() => expect.objectContaining({ message: expect.stringMatching(/swapped/) })),
      )
  })

  it('do not break where the day of one row is before the day of the row before it', () => {
    const rows = chainOf([50_000, 250_000, -300_000, 70_000, -10_000])
    const [, second] = rows
    expect(balanceBreaks(rows.map((row) => (row === second ? { ...row, day: '2026-11-09' } : row)))).toEqual([])
  })

  it('break for any row of another day that is read with the other side', () => {
    fc.assert(
      fc.property(amounts, fc.nat(), (some, at) => {
        // Two rows of one day with equal amounts also chain in the other order.
        const rows = chainOf(some).map((row, day) => ({ ...row, day: `2026-11-${String(day + 1).padStart(2, '0')}` }))
        const turned = 1 + (at % (rows.length - 1))
        expect(
          balanceBreaks(rows.map((row, index) => (index === turned ? { ...row, paise: -row.paise } : row))),
        ).not.toEqual([])
      }),
    )
  })
})
