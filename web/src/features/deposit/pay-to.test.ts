import { describe, expect, it } from '@jest/globals'
import { PaymentNote } from '@kismet/contracts'
import { newNote, payToOf, upiIdOf, upiLink } from './pay-to.ts'

const upi = { id: '1', kind: 'upi', name: 'Kismet & Co', address: 'kismet@upi', ifsc: null, qrImage: null } as const

describe('the link to a UPI app', () => {
  it.each([
    {
      what: 'all values',
      of: upi,
      paise: 50_050,
      link: 'upi://pay?pa=kismet@upi&pn=Kismet%20%26%20Co&am=500.50&cu=INR&tn=KM23456789',
    },
    {
      what: 'no name',
      of: { ...upi, name: '' },
      paise: 10_000,
      link: 'upi://pay?pa=kismet@upi&am=100.00&cu=INR&tn=KM23456789',
    },
  ])('has $what', ({ of, paise, link }) => {
    expect(upiLink('kismet@upi', of, paise, 'KM23456789')).toBe(link)
  })

  it.each([
    { what: 'a UPI ID', of: upi, id: 'kismet@upi' },
    { what: 'a reference without a bank', of: { ...upi, address: 'KISMET' }, id: null },
    { what: 'a QR image alone', of: { ...upi, address: null }, id: null },
    { what: 'a wallet', of: { ...upi, kind: 'wallet' as const, address: 'a@b' }, id: null },
  ])('is there for a UPI ID alone: $what', ({ of, id }) => {
    expect(upiIdOf(of)).toBe(id)
  })
})

it('a new note has the form of the contract, and is another one each time', () => {
  const notes = Array.from({ length: 100 }, newNote)
  expect(notes.filter((note) => !PaymentNote.safeParse(note).success)).toEqual([])
  expect(new Set(notes).size).toBe(100)
})

it('a method shows its own account, or none', () => {
  const settings = { utr: 'kismet@upi', qrImage: null, version: 'v', accounts: [{ ...upi, methods: ['UPI' as const] }] }
  expect(payToOf(settings, 'UPI')?.address).toBe('kismet@upi')
  expect(payToOf(settings, 'NEFT')).toBeNull()
})
