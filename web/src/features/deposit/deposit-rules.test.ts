import { describe, expect, it } from '@jest/globals'
import type { DepositTexts } from './deposit-rules.ts'
import { depositFields, depositPaise, depositProblem, intentOf } from './deposit-rules.ts'

const proof = new File(['x'], 'proof.png', { type: 'image/png', lastModified: 1 })
const good: DepositTexts = { amount: '2,000', method: 'UPI', utr: '4127 8830 0934', proof }

describe('the deposit form (spec 5.8), first things first', () => {
  it.each<[Partial<DepositTexts>, string | undefined]>([
    [{ amount: '', utr: '' }, 'Enter a valid amount'],
    [{ amount: 'abc', utr: '' }, 'Enter a valid amount'],
    [{ amount: '0' }, 'Enter a valid amount'],
    [{ amount: '-500' }, 'Enter a valid amount'],
    [{ amount: '99.99', utr: '' }, 'Minimum deposit amount is ₹100'],
    [{ amount: '99.995' }, undefined],
    [{ amount: '10,000.01', utr: '' }, 'Maximum deposit amount is ₹10,000'],
    [{ amount: '10000.004' }, undefined],
    [{ utr: '  ', proof: null }, 'Enter your UTR/Reference number'],
    [{ utr: '4127 8830', proof: null }, 'A UPI reference has 12 digits. You have 8.'],
    [{ method: 'NEFT', utr: 'SBIN0123456789AB' }, undefined],
    [{ proof: null }, 'Add a proof of the payment (image or PDF)'],
    [{ proof: new File([], 'empty.png') }, 'This file is empty'],
    [
      { proof: new File(['x'], 'proof.mov', { type: 'video/quicktime' }) },
      'Choose an image (JPEG, PNG, WebP, GIF, AVIF) or a PDF',
    ],
    [{ proof: new File(['x'], 'proof') }, undefined],
    [{ proof: new File(['x'], 'proof.jpg', { type: 'image/jpg' }) }, undefined],
    [{ proof: new File(['x'], 'proof.jpg', { type: 'image/pjpeg' }) }, undefined],
    [{ proof: new File(['x'], 'proof', { type: 'application/octet-stream' }) }, undefined],
    [{ proof: new File(['x'], 'proof.pdf', { type: 'application/x-pdf' }) }, undefined],
    [
      { proof: new File(['x'], 'proof.heic', { type: 'image/heic' }) },
      'We cannot read HEIC pictures. Upload a JPEG or a screenshot.',
    ],
    [{ proof: new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'big.pdf') }, 'The proof may have at most 8.0 MB'],
    [{}, undefined],
  ])('%j: %s', (changes, message) => expect(depositProblem({ ...good, ...changes })?.message()).toBe(message))

  it('goes out with the amount in rupees as text', () => {
    expect(depositFields(good, depositPaise(good) ?? 0)).toEqual({
      amount: '2000.00',
      method: 'UPI',
      utr: '4127 8830 0934',
    })
  })

  it('is another intent when anything in it changed', () => {
    expect(intentOf({ ...good })).toBe(intentOf(good))
    expect(intentOf({ ...good, utr: '412788300935' })).not.toBe(intentOf(good))
    expect(intentOf({ ...good, proof: new File(['xy'], 'proof.png', { lastModified: 1 }) })).not.toBe(intentOf(good))
  })
})
