import { describe, expect, it } from '@jest/globals'
import { comparedUtr, referencesOf } from './references.ts'

describe('the reference of a row', () => {
  it.each([
    ['UPI/409512345678/DR/NAME/HDFC', '', ['409512345678']],
    ['UPI-NAME-name@okbank-HDFC0001234-409512345678-NOTE', '0000409512345678', ['409512345678']],
    ['UPI-NAME-NOTE', "'409512345678", ['409512345678']],
    ['UPI-NAME-NOTE', '4095 1234 5678', ['409512345678']],
    ['IMPS-512345678901-NAME-BANK-xxxx1234', '', ['512345678901']],
    ['BY TRANSFER-INB IMPS512345678901/9999999999/XX1234/Deposit--', 'MAB000012345678', ['512345678901']],
    ['NEFT CR-SBIN0000123-NAME-SBIN224123456789', '', ['SBIN224123456789']],
    ['NEFT*ICIC0000123*ICICN12026112200*KABIR SINGH', 'TRANSFER FROM 3199420044302', ['ICICN12026112200']],
    ['RTGS-HDFCR52026112212345678-NAME', '', ['HDFCR52026112212345678']],
    ['NAME', 'sbin226325123456', ['SBIN226325123456']],
    // Zeros are part of a number and not of how it is compared.
    ['UPI/032512345678/NAME', '', ['32512345678']],
    ['UPI NAME', '32512345678', ['32512345678']],
    // Two payments in one text: which is meant, a person says.
    ['UPI/409512345678/REV OF 409512345679', '', ['409512345678', '409512345679']],
    ['INTEREST PAID TILL 22-NOV-2026', '', []],
    ['BY TRANSFER FROM 4897690162095', 'TRANSFER FROM 4897690162095', []],
    ['CASH DEPOSIT FORT 9876543210', '000123', []],
  ])('%s, %s', (text, reference, utrs) => {
    expect(referencesOf(text, reference).utrs).toEqual(utrs)
  })

  it('that was cut is a part', () => {
    expect(referencesOf('NEFT CR-SBIN0000123-LAKSHMI-SBIN226326', '').parts).toContain('SBIN226326')
    expect(referencesOf('UPI/ASHA RAO/4095123456', '')).toEqual({ utrs: [], parts: ['4095123456'] })
  })

  it('is compared without spaces, hyphens, apostrophes and leading zeros', () => {
    expect(comparedUtr(" '0000-4095 1234 5678 ")).toBe('409512345678')
    expect(comparedUtr('sbin-2263 2512 3456')).toBe('SBIN226325123456')
  })

  it('is kept within bounds whatever a text says', () => {
    const { utrs, parts } = referencesOf(Array.from({ length: 100 }, (_, at) => 400_000_000_000 + at).join('/'), '')
    expect([utrs.length, parts.length]).toEqual([8, 8])
  })
})
