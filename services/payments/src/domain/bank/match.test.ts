import { describe, expect, it } from '@jest/globals'
import { asked, credit, matchCredits, matchOf, own } from '../../../test/bank-pairs.ts'
import { isOfSeveral, pairKey } from './match.ts'
import type { AskedDeposit, BankCredit } from './match.ts'

const phone = '919876543210'
const gone = (sentBack: readonly string[]): Partial<BankCredit> => ({ left: sentBack, sentBack })

describe('where a credit belongs', () => {
  it.each<
    [string, Partial<BankCredit>, Partial<AskedDeposit>[], { tab: string; near?: string; requestId?: string | null }]
  >([
    ['reference and amount equal', {}, [{}], { tab: 'exact', requestId: 'asked' }],
    ['equal, however long ago', { day: '2026-09-01' }, [{}], { tab: 'exact' }],
    ['one paisa less', { paise: 49_999 }, [{}], { tab: 'near', near: 'amount', requestId: 'asked' }],
    ['one digit is another', { utrs: ['409512345679'] }, [{}], { tab: 'near', near: 'digit' }],
    ['two neighbours swapped', { utrs: ['409512345687'] }, [{}], { tab: 'near', near: 'swap' }],
    ['two digits are others', { utrs: ['409512345600'] }, [{}], { tab: 'none' }],
    ['digits swapped that are no neighbours', { utrs: ['409512345876'] }, [{}], { tab: 'none' }],
    ['one digit is another, and the amount', { utrs: ['409512345679'], paise: 1 }, [{}], { tab: 'none' }],
    ['cut, on the day', { utrs: [], parts: ['4095123456'] }, [{}], { tab: 'near', near: 'cut' }],
    [
      'cut, two days before',
      { utrs: [], parts: ['4095123456'], day: '2026-11-19' },
      [{}],
      { tab: 'near', near: 'cut' },
    ],
    ['cut, three days before', { utrs: [], parts: ['4095123456'], day: '2026-11-18' }, [{}], { tab: 'none' }],
    ['cut, and the amount is another', { utrs: [], parts: ['4095123456'], paise: 1 }, [{}], { tab: 'none' }],
    ['cut to nothing that tells', { utrs: [], parts: ['4095123'] }, [{}], { tab: 'none' }],
    ['another one', { utrs: ['511111111111'] }, [{}], { tab: 'none', requestId: null }],
    ['approved already', {}, [{ status: 'approved' }], { tab: 'used', requestId: 'asked' }],
    ['approved already with another amount', { paise: 1 }, [{ status: 'approved' }], { tab: 'used' }],
    ['rejected already', {}, [{ status: 'rejected' }], { tab: 'used', requestId: 'asked' }],
    [
      'rejected for another amount: it waits',
      { paise: 1 },
      [{ status: 'rejected' }],
      { tab: 'none', requestId: 'asked' },
    ],
    [
      'rejected, and asked for again',
      {},
      [{ id: 'old', status: 'rejected' }, {}],
      { tab: 'exact', requestId: 'asked' },
    ],
    [
      'it has paid for a request',
      { paidFor: 'old' },
      [{ id: 'old', status: 'approved' }],
      { tab: 'used', requestId: 'old' },
    ],
    // Which may be one with nearly its reference.
    ['it has paid for another request', { paidFor: 'old' }, [{}], { tab: 'near', near: 'used', requestId: 'asked' }],
    [
      'it has paid for another one, of another amount',
      { paidFor: 'old', paise: 1 },
      [{}],
      { tab: 'used', requestId: 'old' },
    ],
    [
      'another row with its reference and amount has paid',
      { isPaidBefore: true },
      [{}],
      { tab: 'near', near: 'again', requestId: 'asked' },
    ],
    ['another one has paid, and nobody asks', { isPaidBefore: true }, [], { tab: 'none' }],
    [
      'it names two requests',
      { utrs: ['409512345678', '511111111111'] },
      [{}, { id: 'other', utr: '511111111111' }],
      { tab: 'near', near: 'several', requestId: 'asked' },
    ],
    [
      'it names two, and one is approved',
      { utrs: ['409512345678', '511111111111'] },
      [{}, { id: 'other', utr: '511111111111', status: 'approved' }],
      { tab: 'near', near: 'used', requestId: 'asked' },
    ],
    ['the bank has sent it back', gone([own]), [{}], { tab: 'other', requestId: null }],
    ['sent back, and nobody asks', gone([own]), [], { tab: 'other' }],
    [
      'sent back, with a digit that is another one',
      { ...gone(['409512345679']), utrs: ['409512345679'] },
      [{}],
      { tab: 'other', requestId: null },
    ],
    ['sent back after it was approved', gone([own]), [{ status: 'approved' }], { tab: 'used', requestId: 'asked' }],
    // Which of its rows has gone a person says.
    ['as much has left as came, and came again', { left: [own] }, [{}], { tab: 'near', near: 'returned' }],
    ['left and came again, for another amount', { left: [own], paise: 1 }, [{}], { tab: 'near', near: 'amount' }],
    // Its return names the reference, a payout the UPI id of its player: no number says which of the two.
    [
      'as much has left under another number of it',
      { utrs: [own, phone], ...gone([phone]) },
      [{}],
      { tab: 'near', near: 'returned', requestId: 'asked' },
    ],
    ['it was sent back under its reference', { utrs: [own, phone], ...gone([own]) }, [{}], { tab: 'other' }],
    [
      'sent back under one of two numbers, and asked for by the other',
      { utrs: [own, phone], ...gone([own]) },
      [{ utr: phone }],
      { tab: 'near', near: 'returned', requestId: 'asked' },
    ],
    [
      'sent back under one of two numbers, and near by the other',
      { utrs: [own, phone], ...gone([own]) },
      [{ utr: '919876543211' }],
      { tab: 'near', near: 'returned', requestId: 'asked' },
    ],
    [
      'one that it names was approved for another amount',
      { utrs: [own, phone] },
      [{}, { id: 'other', utr: phone, status: 'approved', paise: 1 }],
      { tab: 'near', near: 'several', requestId: 'asked' },
    ],
    [
      'one that it names was approved by another row',
      { utrs: [own, phone] },
      [{}, { id: 'other', utr: phone, status: 'approved', hasRow: true, isNoted: true }],
      { tab: 'near', near: 'several', requestId: 'asked' },
    ],
    [
      'one that it names was approved long before',
      { utrs: [own, phone] },
      [{}, { id: 'other', utr: phone, status: 'approved', day: '2026-11-01' }],
      { tab: 'near', near: 'several', requestId: 'asked' },
    ],
    ['its request was approved for another amount', {}, [{ status: 'approved', paise: 1 }], { tab: 'used' }],
    [
      'near by the number under which it was sent back',
      { utrs: [own, phone], ...gone([phone]) },
      [{ utr: '919876543211' }],
      { tab: 'none' },
    ],
    [
      'sent back under a reference that is cut',
      { utrs: ['SBIN226326604400', phone], parts: ['SBIN226326604400', phone], ...gone(['SBIN226326604400']) },
      [{ utr: 'SBIN22632660440018' }],
      { tab: 'none' },
    ],
    [
      'its reference is cut, and as much has left under its one whole number',
      { utrs: [phone], parts: ['SBIN226326', phone], ...gone([phone]) },
      [{ utr: 'SBIN226326604418' }],
      { tab: 'near', near: 'returned', requestId: 'asked' },
    ],
    // A telephone with its country, or an account of the casino, which every player can read.
    [
      'it has another number of a reference',
      { utrs: ['919876543210', '409512345678'] },
      [{}],
      { tab: 'near', near: 'several', requestId: 'asked' },
    ],
    [
      'somebody has filed that other number',
      { utrs: ['409512345678', '919876543210'] },
      [{ utr: '919876543210' }],
      { tab: 'near', near: 'several', requestId: 'asked' },
    ],
    ['the place of its reference is open', { parts: [] }, [{}], { tab: 'near', near: 'several', requestId: 'asked' }],
    ['the place is open, and the amount is another', { parts: [], paise: 1 }, [{}], { tab: 'near', near: 'amount' }],
    ['it has the number in a note', { utrs: [phone], parts: [phone, own] }, [{}], { tab: 'none' }],
    [
      'it has the number in a note, and has paid',
      { utrs: [phone], parts: [phone, own], paidFor: 'old' },
      [{}],
      { tab: 'near', near: 'used', requestId: 'asked' },
    ],
    ['other payments have its one number, too', { repeated: [own] }, [{}], { tab: 'near', near: 'several' }],
    [
      'other payments have its one number, too, and its amount is another',
      { repeated: [own], paise: 1 },
      [{}],
      { tab: 'near', near: 'amount' },
    ],
    [
      'other payments have the number, too, and the row has a number of its own',
      { utrs: [own, phone], repeated: [own] },
      [{}],
      { tab: 'none' },
    ],
    [
      'its own number is asked for, and a number of other payments, too',
      { utrs: [phone, own], repeated: [phone] },
      [{ id: 'stranger', utr: phone }, {}],
      { tab: 'exact', requestId: 'asked' },
    ],
    [
      'a request of a number of several payments was approved: it may be the payment of this row',
      { utrs: [own, phone], repeated: [phone] },
      [{ id: 'old', utr: phone, status: 'approved' }, {}],
      { tab: 'near', near: 'used', requestId: 'asked' },
    ],
    // Neighbours in time have neighbouring numbers: each has its own row.
    ['near a request that has its own row', { utrs: ['409512345679'] }, [{ hasRow: true }], { tab: 'none' }],
    ['near one that was rejected', { utrs: ['409512345679'] }, [{ status: 'rejected' }], { tab: 'none' }],
    [
      'near one that was approved and has its row',
      { utrs: ['409512345679'] },
      [{ status: 'approved', hasRow: true }],
      { tab: 'none' },
    ],
    [
      'near one that was approved without a row',
      { utrs: ['409512345679'] },
      [{ status: 'approved' }],
      { tab: 'near', near: 'paid', requestId: 'asked' },
    ],
    [
      'near one that was approved without a row, a week after it',
      { utrs: ['409512345679'], day: '2026-11-14' },
      [{ status: 'approved' }],
      { tab: 'near', near: 'paid' },
    ],
    [
      'near one that was approved without a row, more than a week after it',
      { utrs: ['409512345679'], day: '2026-11-13' },
      [{ status: 'approved' }],
      { tab: 'none' },
    ],
    [
      'near one that was approved without a row, of another amount',
      { utrs: ['409512345679'], paise: 1 },
      [{ status: 'approved' }],
      { tab: 'none' },
    ],
    [
      'equal to one that waits and near one that was approved without a row',
      { utrs: ['409512345679'] },
      [{ id: 'later', utr: '409512345679' }, { status: 'approved' }],
      { tab: 'near', near: 'paid', requestId: 'asked' },
    ],
    [
      'cut, of one that was approved without a row',
      { utrs: [], parts: ['4095123456'] },
      [{ status: 'approved' }],
      { tab: 'near', near: 'paid' },
    ],
  ])('%s', (_what, row, requests, expected) => {
    expect(matchOf(credit(row), requests.map(asked))).toMatchObject(expected)
  })

  it('is that of the request that waits, once a person has said that it has not paid another one that it names', () => {
    const requests = [asked({ id: 'other', utr: phone, status: 'approved' }), asked()]
    const row = credit({ utrs: [own, phone] })
    expect(matchOf(row, requests)).toMatchObject({ near: 'used', requestId: 'asked' })
    const refused = new Set([pairKey('row', 'other')])
    expect(matchOf(row, requests, refused)).toMatchObject({ near: 'several', requestId: 'asked' })
  })

  it('is not what a person has refused', () => {
    const refused = new Set([pairKey('row', 'asked')])
    for (const row of [credit({ paise: 1 }), credit({ utrs: ['409512345679'] }), credit({ isPaidBefore: true })])
      expect(matchOf(row, [asked()], refused)).toMatchObject({ tab: 'none' })
    expect(matchOf(credit({ paidFor: 'old' }), [asked()], refused)).toMatchObject({ tab: 'used', requestId: 'old' })
    expect(
      matchOf(credit({ utrs: ['409512345679'] }), [asked(), asked({ id: 'next', utr: '409512345670' })], refused),
    ).toMatchObject({ tab: 'near', requestId: 'next' })
  })

  it('is that of the request that waits, once a person has said that it has not paid the other one', () => {
    const requests = [asked({ id: 'later', utr: '409512345679' }), asked({ status: 'approved' })]
    const refused = new Set([pairKey('row', 'asked')])
    expect(matchOf(credit({ utrs: ['409512345679'] }), requests, refused)).toMatchObject({
      tab: 'exact',
      requestId: 'later',
    })
  })

  it('is exact once of two rows with one reference', () => {
    const matches = matchCredits([credit(), credit({ id: 'again' })], [asked()], new Set())
    expect([matches.get('row')?.tab, matches.get('again')?.tab]).toEqual(['exact', 'used'])
  })
})

it.each([
  ['one payment', [{ came: 1, left: 0 }], false],
  ['two payments', [{ came: 2, left: 0 }], true],
  [
    'two payments of two amounts',
    [
      { came: 1, left: 0 },
      { came: 1, left: 0 },
    ],
    true,
  ],
  ['a payment that was sent back and came again', [{ came: 2, left: 1 }], false],
  [
    'a payment, and payouts of another amount',
    [
      { came: 1, left: 0 },
      { came: 1, left: 3 },
    ],
    false,
  ],
])('a number has several payments: %s', (_what, amounts, isSeveral) => {
  expect(isOfSeveral(amounts)).toBe(isSeveral)
})
