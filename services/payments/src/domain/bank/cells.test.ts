import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { looksLikeDay, readDay, readPaise, readSideOfColumn } from './cells.ts'

describe('a day of a bank', () => {
  it.each([
    ['21/11/26', '2026-11-21'],
    ['21/11/2026', '2026-11-21'],
    ['1/2/2026', '2026-02-01'],
    ['21-11-2026', '2026-11-21'],
    ['21.11.2026', '2026-11-21'],
    ['22 Nov 2026', '2026-11-22'],
    ['22-Nov-26', '2026-11-22'],
    ['22/NOV/2026', '2026-11-22'],
    ['5 September 2026', '2026-09-05'],
    ['2026-11-22', '2026-11-22'],
    ['2026-11-22T10:33:01', '2026-11-22'],
    ['21-11-2026 10:33 AM', '2026-11-21'],
    [" '21/11/2026 ", '2026-11-21'],
    ['29/02/2028', '2028-02-29'],
    ['="21 Nov 2026"', '2026-11-21'],
    ['Nov 21, 2026', '2026-11-21'],
    ['Nov-21-2026', '2026-11-21'],
    ['20261121', '2026-11-21'],
    ['21112026', '2026-11-21'],
    ['Sat 28 Nov 2026', '2026-11-28'],
    ['28Nov2026', '2026-11-28'],
    ['28th November, 2026 10:04 PM', '2026-11-28'],
    ['21-Nov-26(21-Nov-26)', '2026-11-21'],
    ['२८/११/२०२६', '2026-11-28'],
    ['28 नवंबर 2026', '2026-11-28'],
    ['5 फ़रवरी 2026', '2026-02-05'],
    ['46347', '2026-11-21'],
    ['46347.4201', '2026-11-21'],
  ])('%s is %s', (text, day) => {
    expect(readDay(text)).toBe(day)
  })

  it.each(['31/02/2026', '29/02/2026', '11/21/2026', '00/11/2026', '21 Foo 2026', '28-Nov', 'Nov 27'])(
    '%s looks like one and is none',
    (text) => {
      expect(readDay(text)).toBeUndefined()
      expect(looksLikeDay(text)).toBe(true)
    },
  )

  it.each(['', '-', 'Total', '1,20,000.00', '2026', '*** End of statement ***'])(
    '“%s” does not look like one',
    (text) => {
      expect(readDay(text)).toBeUndefined()
      expect(looksLikeDay(text)).toBe(false)
    },
  )
})

describe('an amount of a bank', () => {
  it.each([
    ['500.00', 50_000, undefined],
    ['          500.00', 50_000, undefined],
    ['1,234.00', 123_400, undefined],
    ['1,23,456.00', 12_345_600, undefined],
    ['1,234,567.8', 123_456_780, undefined],
    ['500.0', 50_000, undefined],
    ['.50', 50, undefined],
    ['500.1000', 50_010, undefined],
    ['₹ 500', 50_000, undefined],
    ['Rs. 1,000.00', 100_000, undefined],
    ['INR 1000', 100_000, undefined],
    ['500.00 Cr', 50_000, 'credit'],
    ['500.00DR.', 50_000, 'debit'],
    ['-500.00', 50_000, 'debit'],
    ['500.00-', 50_000, 'debit'],
    ['(500.00)', 50_000, 'debit'],
    ['+500', 50_000, 'credit'],
    ['\u00a0-₹1,500.00', 150_000, 'debit'],
    ['500.00(Cr)', 50_000, 'credit'],
    ['3,000.00 (Dr)', 300_000, 'debit'],
    ['Dr 50', 5_000, 'debit'],
    ['Cr 500.00', 50_000, 'credit'],
    ['₹500/-', 50_000, undefined],
    ['500/-', 50_000, undefined],
    ['+ Rs.500.00', 50_000, 'credit'],
    ['- ₹500', 50_000, 'debit'],
    ['="1,500.00"', 150_000, undefined],
    ['५००.००', 50_000, undefined],
    ['500.00-CR', 50_000, 'credit'],
    ['500.00/DR', 50_000, 'debit'],
    ['Credit: 500', 50_000, 'credit'],
    ['500 (Debited)', 50_000, 'debit'],
    ['-500 DR', 50_000, 'debit'],
    ['?500.00', 50_000, undefined],
    ['- `500.00', 50_000, 'debit'],
    ['Re. 1', 100, undefined],
    ['500 रुपये', 50_000, undefined],
  ])('%s', (text, paise, side) => {
    expect(readPaise(text)).toEqual({ paise, side })
  })

  it.each(['', ' ', '-', '0', '0.0', '0.00', '00.00 Cr', 'NIL', 'Nil.', 'N/A', '--', '- -', '***', '.', '—', '–'])(
    '“%s” is none',
    (text) => {
      expect(readPaise(text)).toBeNull()
    },
  )

  it.each([
    '12x',
    '1.234,56',
    '1234,50',
    '12,34',
    '1,2345',
    '5.001',
    '1e3',
    'Cr',
    '--5',
    '-500 CR',
    '+500 DR',
    '(500) CR',
    '5?00',
    '####',
    'S90000001',
    '4.09512E+11',
    '9'.repeat(20),
  ])('%s is no amount, and never another one', (text) => {
    expect(readPaise(text)).toBeUndefined()
  })

  it('is read to the paisa, with lakh commas and without', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000_000 }), (paise) => {
        const rupees = Math.floor(paise / 100)
        const fraction = String(paise % 100).padStart(2, '0')
        for (const whole of [String(rupees), rupees.toLocaleString('en-IN'), rupees.toLocaleString('en-US')])
          expect(readPaise(`${whole}.${fraction}`)).toEqual({ paise, side: undefined })
      }),
    )
  })
})

it.each([
  ['CR', 'credit'],
  ['Cr.', 'credit'],
  [' c ', 'credit'],
  ['DR', 'debit'],
  ['Debit', 'debit'],
  ['', undefined],
  ['X', undefined],
  ['Transfer Credit', 'credit'],
  ['Money Out', 'debit'],
  ['Withdrawals', 'debit'],
  ['जमा', 'credit'],
  ['Account Holder Credit', 'credit'],
  ['Union Retail Credit', 'credit'],
  ['Credit reversal of a debit', undefined],
  ['Credit Reversal', undefined],
  ['Reversal of withdrawal', undefined],
  ['CR REV', undefined],
  ['Deposit returned', undefined],
  ['Deposit RTN', undefined],
  ['Refund of deposit', undefined],
  ['Not credited', undefined],
  ['Un-credited', undefined],
  ['Credit failed', undefined],
  ['Incoming rejected', undefined],
  ['Cheque deposit bounced', undefined],
  ['Credit declined', undefined],
  ['Deposit cancelled', undefined],
  ['Pending deposit', undefined],
  ['जमा वापसी', undefined],
  ['Indian', undefined],
])('a column of sides that says “%s"', (text, side) => {
  expect(readSideOfColumn(text)).toBe(side)
})
