import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { paise, Rupees, rupeesBetween } from './money.ts'
import { parseInput } from './parse.ts'

const stake = rupeesBetween(100, 100_000, 'The amount must be ₹100 to ₹1,00,000.')

describe('rupees on the wire', () => {
  it.each([
    { wire: 0.07, inside: 7 },
    { wire: 1, inside: 100 },
    { wire: 1.1, inside: 110 },
    { wire: 4.35, inside: 435 },
    { wire: 1_000_000.01, inside: 100_000_001 },
    { wire: -160, inside: -16_000 },
  ])('reads $wire as $inside paise', ({ wire, inside }) => {
    expect(parseInput(Rupees, wire)).toEqual({ ok: true, value: inside })
  })

  it.each([
    { what: 'a third decimal', wire: 1.005 },
    { what: 'text', wire: '100' },
    { what: 'NaN', wire: Number.NaN },
    { what: 'infinity, as JSON reads 1e309', wire: JSON.parse('1e309') as unknown },
    { what: 'more than a safe integer of paise', wire: 1e15 },
    { what: 'null', wire: null },
    { what: 'nothing', wire: undefined },
    { what: 'a list', wire: [100] },
  ])('refuses $what', ({ wire }) => {
    expect(parseInput(Rupees, wire).ok).toBe(false)
  })

  it.each([
    { wire: 99.99, ok: false },
    { wire: 100, ok: true },
    { wire: 100_000, ok: true },
    { wire: 100_000.01, ok: false },
    { wire: 0, ok: false },
    { wire: -100, ok: false },
  ])('a stake of 100 to 1,00,000: $wire is accepted: $ok', ({ wire, ok }) => {
    const parsed = parseInput(stake, wire)
    expect(parsed).toMatchObject(
      ok ? { ok, value: Math.round(wire * 100) } : { ok, message: 'The amount must be ₹100 to ₹1,00,000.' },
    )
  })

  it('carries every amount there and back unchanged, through JSON too', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), (amount) => {
        const wire: unknown = JSON.parse(JSON.stringify(Rupees.encode(paise(amount))))
        expect(parseInput(Rupees, wire)).toEqual({ ok: true, value: amount })
      }),
    )
  })
})

describe('paise', () => {
  it.each([1.5, Number.NaN, 2 ** 53])('refuses %p', (amount) => {
    expect(() => paise(amount)).toThrow(RangeError)
  })
})
