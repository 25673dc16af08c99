import { describe, expect, it } from '@jest/globals'
import { DepositMethod } from '@kismet/contracts'
import fc from 'fast-check'
import { readAmount, readDepositForm } from './deposit-form.ts'

const right = { amount: '500', method: 'UPI', utr: '412345678901' }
const read = (fields: Record<string, string>, hasProof = true) =>
  readDepositForm(new Map(Object.entries(fields)), hasProof)

describe('the amount of a deposit', () => {
  it.each([
    ['100', 10_000],
    ['100.5', 10_050],
    ['100.05', 10_005],
    ['0.01', 1],
    ['007', 700],
    ['99999999.99', 9_999_999_999],
  ])('%s is %d paise', (text, amountPaise) => {
    expect(readAmount(text)).toBe(amountPaise)
  })

  it.each(['', '0', '0.00', '-100', '+100', ' 100', '100 ', '1e3', '1,000', '100.', '.5', '100.001', '999999999'])(
    '"%s" is no amount',
    (text) => {
      expect(readAmount(text)).toBeUndefined()
    },
  )

  it.each(['NaN', 'Infinity', '1e309', '0x64', '१००', '100\n', '₹100', 'null'])('"%s" is no amount either', (text) => {
    expect(readAmount(text)).toBeUndefined()
  })

  it('is exact for every amount of rupees and paise', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, fraction) => {
        fc.pre(whole + fraction > 0)
        expect(readAmount(`${whole}.${String(fraction).padStart(2, '0')}`)).toBe(whole * 100 + fraction)
      }),
    )
  })
})

describe('the deposit form', () => {
  it.each([
    { what: 'no amount', fields: { ...right, amount: '' }, message: 'Enter a valid amount' },
    { what: 'zero', fields: { ...right, amount: '0' }, message: 'Enter a valid amount' },
    { what: 'a third decimal', fields: { ...right, amount: '100.001' }, message: 'Enter a valid amount' },
    { what: 'a paisa too little', fields: { ...right, amount: '99.99' }, message: 'Minimum deposit amount is ₹100' },
    {
      what: 'a paisa too much',
      fields: { ...right, amount: '10000.01' },
      message: 'Maximum deposit amount is ₹10,000',
    },
    { what: 'no reference', fields: { ...right, utr: '' }, message: 'Enter your UTR/Reference number' },
    { what: 'a blank reference', fields: { ...right, utr: ' \t ' }, message: 'Enter your UTR/Reference number' },
    {
      what: 'a reference of 200 digits',
      fields: { ...right, utr: '4'.repeat(200) },
      message: 'The UTR/Reference number is too long',
    },
    {
      what: 'another method',
      fields: { ...right, method: 'CASH' },
      message: 'Choose a payment method: IMPS, NEFT, RTGS, UPI, CRYPTO',
    },
    {
      what: 'a reference of another form',
      fields: { ...right, utr: '41234567890' },
      message: 'A UPI reference has 12 digits. You have 11.',
    },
  ])('refuses $what', ({ fields, message }) => {
    expect(read(fields)).toMatchObject({ ok: false, message })
  })

  it('names what is wrong in the order of the form', () => {
    const wrong = { amount: 'x', method: 'x', utr: '' }
    const messages = [
      read(wrong, false),
      read({ ...wrong, amount: '1' }, false),
      read({ ...wrong, amount: '20000' }, false),
      read({ ...wrong, amount: '500' }, false),
      read({ ...wrong, amount: '500', utr: '1' }, false),
      read({ amount: '500', utr: '1', method: 'UPI' }, false),
      read({ ...right }, false),
    ].map((result) => (result.ok ? 'ok' : result.message))
    expect(messages).toEqual([
      'Enter a valid amount',
      'Minimum deposit amount is ₹100',
      'Maximum deposit amount is ₹10,000',
      'Enter your UTR/Reference number',
      'Choose a payment method: IMPS, NEFT, RTGS, UPI, CRYPTO',
      'A UPI reference has 12 digits. You have 1.',
      'Upload a proof of your payment (image or PDF)',
    ])
  })

  it.each(DepositMethod.options)('takes a reference of %s, and keeps it as it was written', (method) => {
    const utr = {
      UPI: '4123 4567 8901',
      IMPS: '4123-45678901',
      NEFT: 'sbin125072012345',
      RTGS: 'HDFCR52025072012345678',
    }
    const text = method === 'CRYPTO' ? '0xAbC-def:123456' : utr[method]
    const normalised = text.toUpperCase().replace(/[ -]/g, '')
    expect(read({ amount: '100', method, utr: `  ${text} ` })).toEqual({
      ok: true,
      value: { amountPaise: 10_000, method, utr: text, utrNormalised: normalised, payTo: null, note: null },
    })
  })

  it.each(['100', '10000', '10000.00'])('takes the limit %s itself', (amount) => {
    expect(read({ ...right, amount })).toMatchObject({ ok: true })
  })
})
