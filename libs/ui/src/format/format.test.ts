import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  amountText,
  amountTextShort,
  formatNet,
  formatRupees,
  formatRupeesShort,
  parseRupees,
  rupeesText,
} from './money.ts'
import { formatBytes, formatMultiplier, parseHundredths, shortReference } from './number.ts'
import { shortHash, shortId } from './short.ts'
import { formatDay, formatDuration, formatTime, formatTimeExact } from './time.ts'
import { i18n } from '../words/lingui.tsx'

describe('money', () => {
  it.each([
    [0, '₹0.00', '₹0', '₹0.00'],
    [1, '₹0.01', '₹0.01', '+₹0.01'],
    [9_950, '₹99.50', '₹99.50', '+₹99.50'],
    [10_000_000, '₹1,00,000.00', '₹1,00,000', '+₹1,00,000.00'],
    [100_000_000, '₹10,00,000.00', '₹10,00,000', '+₹10,00,000.00'],
    [-16_000, '\u2212₹160.00', '\u2212₹160', '\u2212₹160.00'],
  ])('%i paise read as %s, %s, %s', (paise, exact, short, net) => {
    expect(formatRupees(paise)).toBe(exact)
    expect(formatRupeesShort(paise)).toBe(short)
    expect(formatNet(paise)).toBe(net)
  })

  it.each([
    ['500', 50_000],
    ['₹2,000.00', 200_000],
    ['1 00 000', 10_000_000],
    ['500/-', 50_000],
    ['Rs. 500', 50_000],
    ['Rs.500/-', 50_000],
    ['INR 500', 50_000],
    ['५००', 50_000],
    ['500\u200e', 50_000],
    ['₹\u00a0500', 50_000],
    ['.5', 50],
    ['5.', 500],
    ['99.994', 9_999],
    ['99.995', 10_000],
    ['0.005', 1],
    ['1,100.50', 110_050],
    ['1,00,000', 10_000_000],
    ['100,000', 10_000_000],
    ['1.100,50', null],
    ['12,50', null],
    ['1,10', null],
    ['1100,5', null],
    ['0.5 0', null],
    ['', null],
    ['.', null],
    ['-5', null],
    ['1e3', null],
    ['12a', null],
    ['1.2.3', null],
    ['99999999999999', null],
  ])('%j is typed: %s paise', (text, paise) => expect(parseRupees(text)).toBe(paise))

  it('groups as Indians do', () => {
    const indian = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (paise) =>
        expect(formatRupees(paise)).toBe(indian.format(paise / 100)),
      ),
    )
  })

  it('a typed amount has Indian or western groups, or none', () => {
    const groups = fc.array(
      fc.string({ unit: fc.integer({ min: 1, max: 9 }).map(String), minLength: 1, maxLength: 4 }),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    fc.assert(
      fc.property(groups, fc.constantFrom('', '.5', '.50'), (parts, decimals) => {
        const whole = Number(parts.join(''))
        const known = [String(whole), whole.toLocaleString('en-IN'), whole.toLocaleString('en-US')]
        const isKnown = known.includes(parts.join(','))
        const paise = whole * 100 + (decimals === '' ? 0 : 50)
        expect(parseRupees(parts.join(',') + decimals)).toBe(isKnown ? paise : null)
        expect(parseRupees(`${whole}.${parts.join(',')}`) === null).toBe(parts.length > 1)
      }),
    )
  })

  it('reads back every amount that it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (paise) => {
        expect(parseRupees(rupeesText(paise))).toBe(paise)
        expect(parseRupees(amountText(paise))).toBe(paise)
        expect(parseRupees(amountTextShort(paise))).toBe(paise)
        expect(parseRupees(formatRupees(paise))).toBe(paise)
      }),
    )
  })
})

describe('numbers', () => {
  it('writes multipliers with a small x and fixed decimals', () => {
    expect([formatMultiplier(3.1), formatMultiplier(2, 4)]).toEqual(['3.10x', '2.0000x'])
    expect([formatMultiplier(50_473.5), formatMultiplier(999)]).toEqual(['50,473.50x', '999.00x'])
  })
  it('shortens hashes and references, never short ones', () => {
    expect(shortHash(`f1ae39ea${'0'.repeat(50)}ea60ea`)).toBe('f1ae39ea…ea60ea')
    expect(shortId('0190b2a0-0000-7000-8000-0000007c4e21')).toBe('…7c4e21')
    expect([shortHash('short'), shortReference('412788300934'), shortReference('12345')]).toEqual([
      'short',
      '4127…0934',
      '12345',
    ])
  })
  it.each([
    [512, '512 B'],
    [188_416, '184 KB'],
    [2_516_582, '2.4 MB'],
  ])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
  it.each([
    ['50.5', 5_050],
    ['100', 10_000],
    ['x', null],
  ])('%j is %s hundredths', (text, hundredths) => expect(parseHundredths(text)).toBe(hundredths))
})

describe('times are Indian', () => {
  const nowMs = Date.parse('2026-11-29T08:00:00.000Z')

  it('in words for players, exact for comparing', () => {
    expect(formatTime('2026-11-21T13:42:00.000Z', nowMs)).toBe('21 Nov, 7:12 pm')
    expect(formatTimeExact('2026-11-21T18:30:08.000Z')).toBe('22 Nov 2026, 00:00:08')
    expect(formatDay('2026-11-21T18:30:08.000Z')).toBe('22 Nov 2026')
  })
  it.each([
    ['2025-12-31T18:29:59.000Z', '31 Dec 2025, 11:59 pm'],
    ['2025-12-31T18:30:00.000Z', '1 Jan, 12:00 am'],
    ['2027-01-01T00:00:00.000Z', '1 Jan 2027, 5:30 am'],
  ])('%s is %s in 2026, because the time of another year has its year', (instant, text) =>
    expect(formatTime(instant, nowMs)).toBe(text),
  )
  it('in the language that is shown, with the digits of all', () => {
    i18n.loadAndActivate({ locale: 'hi', messages: {} })
    expect(formatTime('2026-11-21T13:42:00.000Z', nowMs)).toMatch(/^21 नव/)
    expect(formatTimeExact('2026-11-21T18:30:08.000Z')).toMatch(/^22 नव\S* 2026, 00:00:08$/)
    i18n.activate('en')
    expect(formatTime('2026-11-21T13:42:00.000Z', nowMs)).toBe('21 Nov, 7:12 pm')
  })
  it.each([
    [-5, '00:00'],
    [59_999, '00:59'],
    [1_450_000, '24:10'],
    [3_850_000, '1:04:10'],
  ])('%i ms last %s', (durationMs, text) => expect(formatDuration(durationMs)).toBe(text))
})
