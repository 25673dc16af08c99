import { describe, expect, it } from '@jest/globals'
import type { DepositMethod } from './pay-to.ts'
import { readUtr } from './utr.ts'

describe('readUtr', () => {
  it.each<[DepositMethod, string, string]>([
    ['UPI', '412788300934', '412788300934'],
    ['UPI', ' 4127 8830-0934 ', '412788300934'],
    ['UPI', '4127\u00a08830\u200e0934', '412788300934'],
    ['UPI', '४१२७८८३००९३४', '412788300934'],
    ['UPI', 'UPI Ref No: 412788300934', '412788300934'],
    ['UPI', 'UTR: 4127 8830 0934.', '412788300934'],
    ['UPI', 'RRN 412788300934', '412788300934'],
    ['UPI', 'UPI-412788300934', '412788300934'],
    ['UPI', "'412788300934", '412788300934'],
    ['UPI', '0000412788300934', '412788300934'],
    ['UPI', '097741246451', '097741246451'],
    ['IMPS', '330900001187', '330900001187'],
    ['NEFT', 'NEFT/SBIN0123456789AB', 'SBIN0123456789AB'],
    ['NEFT', 'Ref. No. SBIN0123456789AB', 'SBIN0123456789AB'],
    ['NEFT', 'IDFB0123456789AB', 'IDFB0123456789AB'],
    ['NEFT', 'sbin0123456789ab', 'SBIN0123456789AB'],
    ['RTGS', 'HDFCR52022112212345678', 'HDFCR52022112212345678'],
    ['CRYPTO', '0xabc:def-1', '0XABC:DEF1'],
    ['CRYPTO', 'a'.repeat(128), 'A'.repeat(128)],
  ])('%s takes %s as %s', (method, text, value) => expect(readUtr(method, text)).toEqual({ ok: true, value }))

  it.each<[DepositMethod, string, string]>([
    ['UPI', '', 'Enter your UTR/Reference number'],
    ['UPI', '   ', 'Enter your UTR/Reference number'],
    ['UPI', '4127 8830', 'A UPI reference has 12 digits. You have 8.'],
    [
      'UPI',
      '41278830093A',
      'A UPI reference has 12 digits. Use only 0 to 9. Your payment app calls it UTR or UPI Ref No.',
    ],
    [
      'UPI',
      '٤١٢٧٨٨٣٠٠٩٣٤',
      'A UPI reference has 12 digits. Use only 0 to 9. Your payment app calls it UTR or UPI Ref No.',
    ],
    ['UPI', '----', 'A UPI reference has 12 digits. You have 0.'],
    ['IMPS', '4127883009341', 'An IMPS reference has 12 digits. You have 13.'],
    ['NEFT', 'SBIN012345678', 'An NEFT reference has 16 to 22 letters or digits. You have 13.'],
    ['NEFT', 'SBIN/0123456789A', 'An NEFT reference has 16 to 22 letters or digits. Use only A to Z and 0 to 9.'],
    ['RTGS', 'H'.repeat(23), 'An RTGS reference has 16 to 22 letters or digits. You have 23.'],
    ['CRYPTO', 'abc', 'A CRYPTO reference has 10 to 128 letters, digits or _ : . -. You have 3.'],
    ['CRYPTO', '-'.repeat(12), 'A CRYPTO reference has 10 to 128 letters, digits or _ : . -. You have 12.'],
    [
      'CRYPTO',
      'ａbcdefghijk£',
      'A CRYPTO reference has 10 to 128 letters, digits or _ : . -. Use only A to Z, 0 to 9 and _ : . -.',
    ],
  ])('%s refuses %j', (method, text, message) => expect(readUtr(method, text)).toMatchObject({ ok: false, message }))
})
