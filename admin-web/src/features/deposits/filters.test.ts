import { describe, expect, it } from '@jest/globals'
import { adminListDeposits } from '@kismet/contracts'
import { deposit } from '../../testing/deposits.ts'
import type { Filters } from './filters.ts'
import { filtersText, isFiltered, matches, noFilters } from './filters.ts'
import { groupsOfFour, shortId } from './reference.ts'

const Deposit = adminListDeposits.output.shape.deposits.element
const request = Deposit.parse(deposit(5, { method: 'NEFT', utr: 'SBIN-426324117745' }))

describe('a request of ₹5,000 by NEFT', () => {
  it.each<{ name: string; filters: Partial<Filters>; found: boolean }>([
    { name: 'no filters', filters: {}, found: true },
    { name: 'a part of the e-mail', filters: { text: 'PLAYER5@' }, found: true },
    { name: 'the reference as people write it', filters: { text: ' sbin 4263 2411 ' }, found: true },
    { name: 'the end of the id', filters: { text: '000005' }, found: true },
    { name: 'something else', filters: { text: 'asha' }, found: false },
    { name: 'blanks', filters: { text: '   ' }, found: true },
    { name: 'its method', filters: { method: 'NEFT' }, found: true },
    { name: 'another method', filters: { method: 'UPI' }, found: false },
    { name: 'its amount', filters: { amount: 'middle' }, found: true },
    { name: 'smaller amounts', filters: { amount: 'small' }, found: false },
    { name: 'larger amounts', filters: { amount: 'large' }, found: false },
    { name: 'all at once', filters: { text: 'player5', method: 'NEFT', amount: 'middle' }, found: true },
    { name: 'one of them not', filters: { text: 'player5', method: 'IMPS', amount: 'middle' }, found: false },
  ])('$name: $found', ({ filters, found }) => {
    expect(matches(request, { ...noFilters, ...filters })).toBe(found)
  })

  it.each([
    { amount: 999.99, band: 'small' },
    { amount: 1_000, band: 'middle' },
    { amount: 5_000, band: 'middle' },
    { amount: 5_000.01, band: 'large' },
  ] as const)('₹$amount belongs to $band alone', ({ amount, band }) => {
    const of = Deposit.parse(deposit(1, { amount }))
    const found = (['small', 'middle', 'large'] as const).filter((one) => matches(of, { ...noFilters, amount: one }))
    expect(found).toEqual([band])
  })
})

describe('filters in words', () => {
  it.each<{ filters: Partial<Filters>; text: string; any: boolean }>([
    { filters: { method: 'CRYPTO', amount: 'large' }, text: 'Method CRYPTO, amount above ₹5,000.', any: true },
    { filters: { text: ' zzz ' }, text: '“zzz”.', any: true },
  ])('$text', ({ filters, text, any }) => {
    expect(filtersText({ ...noFilters, ...filters })).toBe(text)
    expect(isFiltered({ ...noFilters, ...filters })).toBe(any)
  })
})

describe('references', () => {
  it.each([
    { reference: '432876509124', groups: '4328 7650 9124' },
    { reference: 'SBIN426324117745X', groups: 'SBIN 4263 2411 7745 X' },
    { reference: '123', groups: '123' },
  ])('$reference: $groups', ({ reference, groups }) => {
    expect(groupsOfFour(reference)).toBe(groups)
    expect(groups.replaceAll(' ', '')).toBe(reference)
  })

  it('an id is told apart by its end', () => {
    expect(shortId('0190b2a0-0000-7000-8000-0000007c4e21')).toBe('7c4e21')
  })
})
