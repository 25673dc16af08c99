import { describe, expect, it } from '@jest/globals'
import { readSettingsForm } from './settings-form.ts'

const none = { ok: false, message: 'Enter UTR or upload QR' }

describe('the settings form', () => {
  it.each([
    { what: 'nothing', utr: undefined, hasImage: false, result: none },
    { what: 'a blank reference', utr: '  ', hasImage: false, result: none },
    { what: 'an image', utr: undefined, hasImage: true, result: { ok: true, value: null } },
    {
      what: 'an image and a blank reference',
      utr: '',
      hasImage: true,
      result: { ok: true, value: null },
    },
    { what: 'a reference', utr: ' kismet@upi ', hasImage: false, result: { ok: true, value: 'kismet@upi' } },
    {
      what: 'a long reference',
      utr: 'a'.repeat(129),
      hasImage: true,
      result: { ok: false, message: 'The UTR reference has at most 128 characters.' },
    },
    {
      what: 'control characters',
      utr: 'a\0b',
      hasImage: false,
      result: { ok: false, message: 'The UTR reference has characters that cannot be shown.' },
    },
  ])('with $what', ({ utr, hasImage, result }) => {
    expect(readSettingsForm(new Map(utr === undefined ? [] : [['utr', utr]]), hasImage)).toEqual(result)
  })
})
