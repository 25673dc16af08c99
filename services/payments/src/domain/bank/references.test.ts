import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
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
    // Two numbers where the place of the reference is open: which is meant, a person says.
    ['UPI/ASHA RAO/409512345678/409512345679', '', ['409512345678', '409512345679']],
    // Behind a known place the payer writes the note.
    ['UPI/CR/409512345678/ASHA RAO/409512345679', '', ['409512345678']],
    ['UPI/409512345678/Order 202611280045', '', ['409512345678']],
    ['UPI/ASHA RAO/409512345678/Order 261128100407', '', ['409512345678']],
    ['UPIAR/409512345678/CR/ASHA RAO/HDFC/asha.rao@okhdfcb', '', ['409512345678']],
    ['UPI/P2A/409512345678/ASHA RAO/HDFC BANK/Kismet', '', ['409512345678']],
    ['Received from ASHA RAO UPI Reference No.: 409512345678', '', ['409512345678']],
    ['IMPS-IN/512345678901/919876543210/ASHA', '', ['512345678901']],
    ['MMT/IMPS/512345678901/Deposit/MEERA IYER/State Bank', '', ['512345678901']],
    // The stamp of a branch, and a mobile number in an address.
    ['DEP TFR UPI/CR/409512345678/A 0097741246451 AT 04100 FORT', '-', ['409512345678']],
    ['DEP TFR CASH 0097741246451 AT 04100 FORT', '', []],
    ['UPI-KABIR SINGH-919000098189@YBL-YESB0001234-409512345678-KISMET', '', ['409512345678']],
    ['UPI/CR/ASHA RAO/919000098189@ybl', '', []],
    ['UPI/ASHA RAO/919000098189', '', []],
    ['UPI-KABIR SINGH-kabir@ybl-YESB0001234-409512345678-UPI/CR/409512345679', '', ['409512345678']],
    ['ASHA RAO 409512345678', 'TRANSFER FROM 409512345678', []],
    ['UPI/ASHA RAO/409512345678/UPI', 'UPI-409512345678', ['409512345678']],
    // NEFT without four letters of the bank.
    ['NEFT CR-ICIC0SF0002-KABIR SINGH-KISMET-IN42632512345678', '', ['IN42632512345678']],
    ['NEFT CR-IBKL0NEFT01-ANANYA DAS-KISMET-2111I12345678901', '', ['2111I12345678901']],
    ['NEFT*HDFC0000001*N325262012345678*KABIR SINGH', '', ['N325262012345678']],
    ['NAME', 'N325262012345678', ['N325262012345678']],
    ['NAME', 'NEFTIN42632512345678', ['IN42632512345678']],
    ['NAME', 'sbin-2263 2512 3456', ['SBIN226325123456']],
    ['NAME', 'REF NO 409512345678', ['409512345678']],
    ['NAME', 'IMPS P2A 512345678901', ['512345678901']],
    ['NAME', 'TRANSFER FROM 0097732162091', []],
    ['UPI409512345678ASHA', '', ['409512345678']],
    ['UPI P409512345678 ASHA', '', ['409512345678']],
    ['UPI REF 4095 1234 5678', '', ['409512345678']],
    ['UPI/CR/४०९५१२३४५६७८/ASHA', '', ['409512345678']],
    ['UPI/CR/409512345678/asha@ok/202611280045', '', ['409512345678']],
    ['UPI/919876543210/ASHA/409512345678', '', ['409512345678']],
    ['NAME', '4,09,51,23,45,678', ['409512345678']],
    // A bank breaks a line between fields, or within a number.
    ['UPI/CR/ASHA RAO/HDFC\n409512345678/asha@ok', '', ['409512345678']],
    ['UPI/CR/4095123\n45678/ASHA', '', ['409512345678']],
    ['NEFT-SBIN22632512\n3456-KABIR SINGH', '', ['SBIN226325123456']],
    ['NEFT*HDFC0000240*HDFCH0012345 6789*KABIR SINGH*BAT', '', ['HDFCH00123456789']],
    ['NEFT-SBIN226325123456-KABIR SINGH-409512345678', '', ['SBIN226325123456']],
    // A note in front of the reference, or behind it: the place is open.
    ['UPI/409599999999/asha@ok/HDFC BANK/409512345678', '', ['409599999999', '409512345678']],
    ['UPI/409599999999/ASHA RAO/409512345678', '', ['409599999999', '409512345678']],
    // The bank writes it into its column, too: the other number is the note.
    ['UPI/ASHA RAO/409512345678/409512345679', 'UPI-409512345678', ['409512345678']],
    ['UPI CREDIT 409512345678', '', ['409512345678']],
    ['UPI RECD 409512345678', '', ['409512345678']],
    ['UPI TRANSFER 409512345678', '', ['409512345678']],
    ['IMPS INWARD 512345678901', '', ['512345678901']],
    ['BHIM/409512345678', '', ['409512345678']],
    ['P2A/409512345678/ASHA', '', ['409512345678']],
    ['UPI_ASHA_409512345678', '', ['409512345678']],
    ['MPAYUPITRTR409512345678ASHA RAO', '', ['409512345678']],
    ['NEFT-SBIN226325123456-RUPI 409512345678', '', ['SBIN226325123456']],
    ['NAME', 'UPIP2P409512345678', ['409512345678']],
    ['NAME', '409512345678 CR', ['409512345678']],
    ['NAME', '409512345678 UPI', ['409512345678']],
    ['NAME', 'Ref 409512345678 dt 21', ['409512345678']],
    ['NAME', '409512345678 21/11/26', ['409512345678']],
    ['NAME', 'IMPS 512345678901 ASHA', ['512345678901']],
    ['NAME', '409512345678 409512345679', ['409512345678', '409512345679']],
    // Numbers of June 2029 begin as a mobile number does. A note with one is a mobile number.
    ['UPI/CR/916512345678/ASHA RAO', '', ['916512345678']],
    ['UPI/ASHA RAO/916512345678', '', []],
    ['NAME', '0000916512345678', ['916512345678']],
    // Mobile numbers, accounts, customers and stamps are no references, in the column or in the text.
    ['UPI/919876543210/ASHA', '', []],
    ['UPI/00919876543210/ASHA', '', []],
    ['UPI MOB 919876543210', '', []],
    ['UPI CR ASHA', '+919876543210', []],
    ['UPI/CR/409512345678/ASHA', '00919876543210', ['409512345678']],
    ['NAME', 'A/C NO 123456789012', []],
    ['NAME', 'CUST ID 123456789012', []],
    ['NAME', 'FROM 123456789012', []],
    ['NAME', '097741246451 AT BRANCH 04100', []],
    ['UPI CREDIT FROM A/C 123456789012', '', []],
    ['UPI/ASHA/1234567/SBIN226325123456', '', ['SBIN226325123456']],
    ['INTEREST PAID TILL 22-NOV-2026', '', []],
    ['BY TRANSFER FROM 4897690162095', 'TRANSFER FROM 4897690162095', []],
    ['CASH DEPOSIT FORT 9876543210', '000123', []],
  ])('%s, %s', (text, reference, utrs) => {
    const found = referencesOf(text, reference)
    if (utrs.length > 1) expect(found).toMatchObject({ reference: null, numbers: expect.arrayContaining(utrs) })
    else expect(found.reference).toBe(utrs[0] ?? null)
  })

  it.each([
    ['UPI PAYMENT FROM ASHA 409512345678', ''],
    ['UPI-ASHA RAO 409512345678', ''],
    ['UPI/ASHA/409512345678 KISMET', ''],
    ['UPI/ASHA (409512345678)', ''],
    ['IMPS FROM ASHA 409512345678', ''],
    ['NEFT/UPI/409512345678', ''],
    ['NAME', 'PAID BY ASHA RAO 409512345678'],
  ])('whose place is open is only a number of the row: %s, %s', (text, reference) => {
    expect(referencesOf(text, reference)).toMatchObject({ reference: null, numbers: ['409512345678'] })
  })

  it.each([
    ['UPI/CR/409512345678/ASHA RAO/409512345679', '', '409512345679'],
    ['UPI/409512345678/Order 202611280045', '', '202611280045'],
    ['UPI/ASHA RAO/409512345678/409512345679', 'UPI-409512345678', '409512345679'],
    ['NEFT-SBIN226325123456-KABIR SINGH-409512345678', '', '409512345678'],
    ['UPI/CR/409512345678/RETURN OF SBIN226325123456', '', 'SBIN226325123456'],
  ])('is not another number of the row: %s, %s', (text, column, other) => {
    const { reference, numbers } = referencesOf(text, column)
    expect([reference, numbers]).toEqual([expect.any(String), expect.arrayContaining([other])])
    expect(numbers).not.toContain(reference)
  })

  it('that was cut is a number of the row', () => {
    const numbersOf = (text: string) => {
      const { reference, numbers } = referencesOf(text, '')
      return [reference, ...numbers]
    }
    expect(numbersOf('NEFT CR-SBIN0000123-LAKSHMI-SBIN226326')).toContain('SBIN226326')
    expect(numbersOf('UPI/ASHA/1234567/SBIN226325123456')).toContain('SBIN226325123456')
    expect(numbersOf('NEFT CR-HDFC0000001-LAKSHMI-N32526201234')).toContain('N32526201234')
    expect(referencesOf('UPI/ASHA RAO/4095123456', '')).toMatchObject({ reference: null, numbers: ['4095123456'] })
  })

  it('is compared without spaces, hyphens, apostrophes and leading zeros', () => {
    expect(comparedUtr(" '0000-4095 1234 5678 ")).toBe('409512345678')
    expect(comparedUtr('sbin-2263 2512 3456')).toBe('SBIN226325123456')
  })

  it('is kept within bounds whatever a text says', () => {
    const numbers = Array.from({ length: 100 }, (_, at) => 400_000_000_000 + at).join('/')
    expect(referencesOf(`UPI/ASHA RAO/${numbers}`, '').numbers).toHaveLength(12)
  })

  it.each([
    ['the place of UPI', (own: string, other: string) => `UPI/CR/${own}/ASHA RAO/Note ${other}`],
    [
      'a branch in front',
      (own: string, other: string) => `UPI-ASHA-91${other.slice(2)}@ybl-YESB0001234-${own}-${other}`,
    ],
    ['a stamp behind', (own: string, other: string) => `DEP TFR UPI/CR/${own}/A 00${other.slice(1)} AT 04100 FORT`],
  ])('is never another number of the text: %s', (_what, textOf) => {
    const number = fc.integer({ min: 100_000_000_000, max: 899_999_999_999 }).map(String)
    fc.assert(
      fc.property(number, number, (own, other) => {
        expect(referencesOf(textOf(own, other), '').reference).toBe(own)
      }),
    )
  })
})

it('a narration of repeated words is read at once', () => {
  const text = `NEFT CR-HDFC0001234-ASHA-KISMET-HDFCN52026010112345670 ${'REFNO'.repeat(25)}`
  const before = performance.now()
  expect(referencesOf(text, '').reference).toBe('HDFCN52026010112345670')
  expect(performance.now() - before).toBeLessThan(500)
})
