import { expect, it } from '@jest/globals'
import { payeeOf, payeeProblem } from './qr-payee.ts'

it.each([
  { text: 'upi://pay?pa=kismet@upi&pn=Kismet', payee: 'kismet@upi' },
  { text: 'UPI://PAY?pn=K&pa=kismet%40upi', payee: 'kismet@upi' },
  { text: 'https://example.in/?pa=kismet@upi', payee: null },
  { text: 'upi://pay?pn=Kismet', payee: null },
  { text: undefined, payee: null },
])('the QR code "$text" pays to $payee', ({ text, payee }) => {
  expect(payeeOf(text)).toBe(payee)
})

it.each([
  { what: 'the same UPI ID', text: 'upi://pay?pa=Kismet@UPI', utr: 'kismet@upi', says: null },
  { what: 'a reference that is no UPI ID', text: 'upi://pay?pa=kismet@upi', utr: 'KISMET-DEC', says: null },
  { what: 'no reference', text: 'upi://pay?pa=kismet@upi', utr: null, says: null },
  { what: 'another UPI ID', text: 'upi://pay?pa=thief@upi', utr: 'kismet@upi', says: 'The QR code pays to thief@upi' },
  { what: 'a link', text: 'https://example.in', utr: 'kismet@upi', says: 'is no UPI payment code' },
  { what: 'no code', text: undefined, utr: 'kismet@upi', says: 'No QR code can be read' },
])('a QR code beside $what: $says', ({ text, utr, says }) => {
  const problem = payeeProblem(text, utr)
  if (says === null) expect(problem).toBeNull()
  else expect(problem?.message).toContain(says)
})
