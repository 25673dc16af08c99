import { describe, expect, it } from '@jest/globals'
import { effectText, imageMaxBytes, settingsProblem } from './qr-rules.ts'

const file = (type: string, bytes = 10): File => new File([new Uint8Array(bytes)], 'qr', { type })
const png = file('image/png')

describe('new settings', () => {
  it.each([
    { name: 'neither', form: { utr: ' ', image: null, scanned: false }, wrong: 'Enter UTR or upload QR' },
    { name: 'a reference alone', form: { utr: 'KISMET', image: null, scanned: false }, wrong: null },
    { name: 'a scanned image alone', form: { utr: '', image: png, scanned: true }, wrong: null },
    { name: 'both', form: { utr: 'KISMET', image: png, scanned: true }, wrong: null },
    {
      name: 'an image, and no reference where one is in use',
      form: { utr: ' ', image: png, scanned: true },
      inUse: 'KISMET',
      wrong: 'KISMET stays in use until another reference is saved. It cannot be left empty.',
    },
    {
      name: 'an image that nobody scanned',
      form: { utr: 'KISMET', image: png, scanned: false },
      wrong: 'Scan the new QR first, then tick this.',
    },
    {
      name: 'no image',
      form: { utr: '', image: file('application/pdf'), scanned: true },
      wrong: 'Choose an image (PNG, JPEG or WebP).',
    },
    {
      name: 'as large as it may be',
      form: { utr: '', image: file('image/png', imageMaxBytes), scanned: true },
      wrong: null,
    },
    {
      name: 'too large',
      form: { utr: '', image: file('image/png', imageMaxBytes + 1), scanned: true },
      wrong: 'The image may have up to 2 MB. This one has 2.0 MB.',
    },
  ])('$name', ({ form, inUse = null, wrong }) => {
    expect(settingsProblem(form, { utr: inUse })?.message ?? null).toBe(wrong)
  })
})

it.each([
  { what: 'without a delay', utr: 'a@upi', delayHours: 0, says: 'takes effect at once' },
  { what: 'with a delay', utr: 'a@upi', delayHours: 24, says: 'waits until another owner confirms it, at most 24 h' },
  { what: 'of nothing in use', utr: null, delayHours: 24, says: 'takes effect at once' },
  { what: 'with an unknown delay', utr: 'a@upi', delayHours: undefined, says: 'may wait' },
])('a change $what says "$says"', ({ utr, delayHours, says }) => {
  expect(effectText({ utr, qrImage: null }, delayHours)).toContain(says)
})
