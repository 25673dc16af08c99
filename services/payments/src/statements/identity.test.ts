import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { ReadRow } from '../domain/bank/rows.ts'
import { identitiesOf } from './identity.ts'

type Said = Pick<ReadRow, 'day' | 'paise' | 'text' | 'reference'>

const rowOf = (said: Said, balancePaise: number | null): ReadRow => ({
  ...said,
  balancePaise,
  line: 1,
  kind: 'credit',
  utrs: [],
  others: [],
  parts: [],
})

/** Little of everything, so that many rows are equal. */
const saids = fc.array(
  fc.record<Said>({
    day: fc.constantFrom('2026-11-21', '2026-11-22'),
    paise: fc.constantFrom(50_000, 100_000),
    text: fc.constantFrom('UPI', 'CASH'),
    reference: fc.constantFrom('', '409512345678'),
  }),
  { maxLength: 20 },
)

/** As a bank lists them: by day, with the balance after each. */
function statementOf(all: readonly Said[], hasBalance: boolean): ReadRow[] {
  let balance = 0
  return [...all]
    .sort((one, other) => one.day.localeCompare(other.day))
    .map((said) => rowOf(said, hasBalance ? (balance += said.paise) : null))
}

describe('a row is known again', () => {
  it('however its text is spaced and written', () => {
    const said = { day: '2026-11-21', paise: 50_000, text: 'UPI/ASHA RAO', reference: '4095' }
    const [one] = identitiesOf([rowOf(said, 1)])
    expect(identitiesOf([rowOf({ ...said, text: 'upi/ASHA  RAO ' }, 1)])).toEqual([one])
    for (const other of [
      { ...said, text: 'UPI/ASHA' },
      { ...said, paise: 1 },
      { ...said, day: '2026-11-22' },
    ])
      expect(identitiesOf([rowOf(other, 1)])).not.toEqual([one])
  })

  it('and two that say the same are two', () => {
    const said = { day: '2026-11-21', paise: 50_000, text: 'UPI', reference: '' }
    expect(new Set(identitiesOf([rowOf(said, null), rowOf(said, null)])).size).toBe(2)
  })

  it('in any two cuts of a statement: together they have each of its rows once', () => {
    const cut = fc
      .tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 }))
      .map(([one, other]) => [Math.min(one, other), Math.max(one, other)])
    fc.assert(
      fc.property(saids, cut, cut, (all, first, second) => {
        const rows = statementOf(all, true)
        const whole = identitiesOf(rows)
        expect(new Set(whole).size).toBe(rows.length)
        const [one, other] = [rows.slice(...first), rows.slice(...second)]
        const expected = new Set(rows.flatMap((row, at) => (one.includes(row) || other.includes(row) ? whole[at] : [])))
        expect(new Set([...identitiesOf(one), ...identitiesOf(other)])).toEqual(expected)
      }),
    )
  })

  it('without balances, too, where the cuts are between days: what is equal within a day counts as often as the file that has most of it', () => {
    fc.assert(
      fc.property(saids, (all) => {
        const rows = statementOf(all, false)
        const whole = identitiesOf(rows)
        expect(new Set(whole).size).toBe(rows.length)
        const ofDay = (day: string) => identitiesOf(rows.filter((row) => row.day === day))
        expect(new Set([...ofDay('2026-11-21'), ...ofDay('2026-11-22')])).toEqual(new Set(whole))
        // A file that ends within a day has no other rows than a file with the whole day.
        for (const ends of [1, 2, 5]) expect(whole).toEqual(expect.arrayContaining(identitiesOf(rows.slice(0, ends))))
      }),
    )
  })
})
