import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { asked, credit, matchOf, own } from '../../../test/bank-pairs.ts'
import { isSimilar } from './match.ts'
import type { Candidate } from './match.ts'

const other = '511111111111'

describe('where a credit belongs', () => {
  it.each<
    [
      string,
      Parameters<typeof credit>[0],
      Partial<Candidate>[],
      { tab: string; near?: string; requestId?: string | null },
    ]
  >([
    ['reference and amount equal', {}, [{}], { tab: 'exact', requestId: 'asked' }],
    [
      'equal, and its text has the id of a withdrawal',
      { namesPayout: true },
      [{}],
      { tab: 'near', near: 'payout', requestId: 'asked' },
    ],
    ['equal, however long ago', { day: '2026-09-01' }, [{}], { tab: 'exact' }],
    ['one paisa less', { paise: 49_999 }, [{}], { tab: 'near', near: 'amount', requestId: 'asked' }],
    ['one digit is another', { reference: '409512345679' }, [{}], { tab: 'near', near: 'similar' }],
    ['two neighbours swapped', { reference: '409512345687' }, [{}], { tab: 'near', near: 'similar' }],
    ['two digits are others', { reference: '409512345600' }, [{}], { tab: 'none' }],
    ['digits swapped that are no neighbours', { reference: '409512345876' }, [{}], { tab: 'none' }],
    ['one digit is another, and the amount', { reference: '409512345679', paise: 1 }, [{}], { tab: 'none' }],
    [
      'similar, and another row has the reference',
      { reference: '409512345679' },
      [{ rowId: 'other' }],
      { tab: 'none' },
    ],
    [
      'cut, two days before',
      { reference: null, numbers: ['4095123456'], day: '2026-11-19' },
      [{}],
      { tab: 'near', near: 'cut' },
    ],
    ['cut, three days before', { reference: null, numbers: ['4095123456'], day: '2026-11-18' }, [{}], { tab: 'none' }],
    ['cut too short', { reference: null, numbers: ['4095123'] }, [{}], { tab: 'none' }],
    ['in the text, beside another reference', { reference: other, numbers: [own] }, [{}], { tab: 'none' }],
    ['in the text', { reference: null, numbers: [own] }, [{}], { tab: 'near', near: 'text' }],
    ['in the text, and the amount is another', { reference: null, numbers: [own], paise: 1 }, [{}], { tab: 'none' }],
    ['another one', { reference: other }, [{}], { tab: 'none', requestId: null }],
    ['approved before', {}, [{ status: 'approved' }], { tab: 'used', requestId: 'asked' }],
    ['booked with another amount', { paise: 1 }, [{ status: 'approved' }], { tab: 'misbooked', requestId: 'asked' }],
    [
      'another amount, and another row has paid for the request',
      { paise: 1 },
      [{ status: 'approved', rowId: 'other' }],
      { tab: 'used' },
    ],
    [
      'the amount that was asked for, and another one was booked',
      {},
      [{ status: 'approved', paise: 40_000, askedPaise: 50_000 }],
      { tab: 'misbooked', requestId: 'asked' },
    ],
    [
      'approved while the row was uploaded',
      {},
      [{ status: 'approved', rowId: 'row' }],
      { tab: 'near', near: 'paid', requestId: 'asked' },
    ],
    ['rejected before', {}, [{ status: 'rejected' }], { tab: 'rejected', requestId: 'asked' }],
    [
      'rejected for another amount: it waits',
      { paise: 1 },
      [{ status: 'rejected' }],
      { tab: 'none', requestId: 'asked' },
    ],
    [
      'rejected, and the other request with its reference was approved',
      {},
      [
        { id: 'old', status: 'rejected' },
        { status: 'approved', rowId: 'other' },
      ],
      { tab: 'used', requestId: 'asked' },
    ],
    [
      'rejected, and asked for again',
      {},
      [{ id: 'old', status: 'rejected' }, {}],
      { tab: 'exact', requestId: 'asked' },
    ],
    ['it has paid for another request', { paidFor: 'old' }, [{}], { tab: 'used', requestId: 'old' }],
    ['reserved for its request by a first approval', { paidFor: 'asked' }, [{}], { tab: 'exact', requestId: 'asked' }],
    [
      'reserved for a similar request by a first approval',
      { paidFor: 'asked', reference: '409512345679' },
      [{}],
      { tab: 'near', near: 'similar', requestId: 'asked' },
    ],
    ['the bank has sent it back', { isReturned: true }, [{}], { tab: 'other', requestId: null }],
    [
      'a similar request was approved without a row',
      { reference: '409512345679' },
      [{ id: 'paid', status: 'approved' }, { reference: '409512345679' }],
      { tab: 'near', near: 'paid', requestId: 'paid' },
    ],
  ])('%s', (_what, row, requests, expected) => {
    expect(matchOf(credit(row), requests.map(asked))).toMatchObject(expected)
  })
})

it('one character or two swapped neighbours make a similar reference, in both directions', () => {
  const digits = fc.string({ unit: fc.nat({ max: 9 }).map(String), minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(digits, fc.nat({ max: 11 }), fc.nat({ max: 9 }), (utr, at, digit) => {
      const changed = `${utr.slice(0, at)}${digit}${utr.slice(at + 1)}`
      expect([isSimilar(utr, changed), isSimilar(changed, utr)]).toEqual([utr !== changed, utr !== changed])
      const swapped = `${utr.slice(0, at)}${utr[at + 1] ?? ''}${utr[at]}${utr.slice(at + 2)}`
      expect(isSimilar(utr, swapped)).toBe(utr !== swapped)
      expect(isSimilar(utr, `${utr}0`)).toBe(false)
    }),
  )
})

it('every exact pair is equal in reference and amount, and suggestions never have another amount', () => {
  const utr = fc.constantFrom(own, '409512345687', '409512345679', other)
  const paise = fc.constantFrom(50_000, 60_000)
  const status = fc.constantFrom<Candidate['status']>('pending', 'approved', 'rejected')
  const rows = fc.record({ reference: fc.option(utr), numbers: fc.array(utr, { maxLength: 2 }), paise })
  const requests = fc.uniqueArray(fc.record({ reference: utr, paise, status, rowId: fc.constantFrom(null, 'other') }), {
    selector: (one) => one.reference,
  })
  fc.assert(
    fc.property(rows, requests, (row, all) => {
      const some = all.map((one, at) => asked({ ...one, id: `asked ${at}` }))
      const { tab, near, requestId } = matchOf(credit(row), some) ?? {}
      const request = some.find(({ id }) => id === requestId)
      if (tab === 'exact')
        expect(request).toMatchObject({ status: 'pending', paise: row.paise, reference: row.reference })
      if (tab === 'near' && near !== 'amount') expect(request?.paise).toBe(row.paise)
      expect(near === 'paid').toBe(tab === 'near' && request?.status === 'approved')
    }),
  )
})
