import { expect, it } from '@jest/globals'
import { asked, credit, matchOf } from '../../../test/bank-pairs.ts'
import { idsIn } from './match.ts'
import type { Candidate, StoredRow } from './match.ts'

const id = '0190b2a0-0000-7000-8000-00000a0bcde1'
const short = '00000A0BCDE1'
const utr = 'N333261234567890'

const withdrawal = (change: Partial<Candidate> = {}) =>
  asked({ id, paise: 40_000, reference: null, accountNumber: '50100123456789', name: 'Asha Rao', ...change })
const debit = (change: Parameters<typeof credit>[0] = {}) =>
  credit({ text: 'NEFT DR-SOMETHING', paise: -40_000, kind: 'debit', reference: null, ...change })
const paid = { status: 'approved', reference: utr } as const

it.each<{
  what: string
  of?: Partial<Candidate>
  row: Parameters<typeof credit>[0]
  others?: StoredRow[]
  is: string
}>([
  { what: 'a debit with the id', row: { text: `NEFT DR-HDFC0001-ASHA-${short}` }, is: 'exact' },
  { what: 'an id without a separator', row: { text: `NEFT${short}KISMET` }, is: 'exact' },
  { what: 'an id with another amount', row: { text: short, paise: -39_000 }, is: 'problem amount' },
  { what: 'a debit of a paid one, by its reference', of: paid, row: { reference: utr }, is: 'paid' },
  { what: 'a debit of a paid one, by its id', of: { status: 'approved' }, row: { text: short }, is: 'paid' },
  { what: 'a second debit of a paid one', of: { ...paid, rowId: 'first' }, row: { text: short }, is: 'problem twice' },
  { what: 'the debit that is linked', of: { ...paid, rowId: 'row' }, row: { paidFor: id }, is: 'paid' },
  { what: 'a debit of a rejected one', of: { status: 'rejected' }, row: { text: short }, is: 'problem rejected' },
  { what: 'the account number', row: { text: 'NEFT DR 50100 123456789' }, is: 'near' },
  { what: 'the name', row: { text: 'IMPS-ASHA  RAO' }, is: 'near' },
  { what: 'a short name within a word', of: { name: 'Om' }, row: { text: 'COMMISSION' }, is: 'none' },
  { what: 'only the amount', row: {}, is: 'none' },
  {
    what: 'the name of one that has its debit',
    of: { ...paid, rowId: 'first' },
    row: { text: 'ASHA RAO' },
    is: 'none',
  },
  {
    what: 'a credit with the reference of a payout',
    of: paid,
    row: { reference: utr, paise: 40_000, kind: 'reversal' },
    is: 'problem returned',
  },
  {
    what: 'a credit with the id',
    of: paid,
    row: { text: `RTN ${short}`, paise: 40_000, kind: 'credit' },
    is: 'problem returned',
  },
  { what: 'another credit', row: { paise: 40_000, kind: 'credit', reference: '412345678901' }, is: 'no payout' },
  {
    what: 'a debit that came back in another row',
    row: { text: short },
    others: [debit({ id: 'back', text: `RTN ${short}`, paise: 40_000, kind: 'reversal' })],
    is: 'problem returned',
  },
  {
    what: 'a debit whose id a payer wrote in a credit',
    row: { text: short },
    others: [
      debit({ id: 'forged', text: `UPI-ASHA-${short}`, paise: 40_000, kind: 'credit', reference: '412345678901' }),
    ],
    is: 'exact',
  },
  {
    what: 'a debit whose id a credit of another amount has',
    row: { text: short },
    others: [debit({ id: 'back', text: `RTN ${short}`, paise: 100, kind: 'credit' })],
    is: 'exact',
  },
  {
    what: 'a debit whose id a credit has that paid for a deposit',
    row: { text: short },
    others: [debit({ id: 'back', text: short, paise: 40_000, kind: 'credit', paidFor: 'deposit' })],
    is: 'exact',
  },
  {
    what: 'a credit with the id that paid for a deposit',
    row: { text: short, paise: 40_000, kind: 'credit', paidFor: 'deposit' },
    is: 'no payout',
  },
  {
    what: 'the first of two debits',
    row: { text: short },
    others: [debit({ id: 'second', text: short })],
    is: 'exact',
  },
  {
    what: 'the second of two debits',
    row: { text: short },
    others: [debit({ id: 'first', text: short })],
    is: 'problem twice',
  },
  {
    what: 'a later debit of one that is paid without its debit',
    of: { status: 'approved' },
    row: { text: short },
    others: [debit({ id: 'second', text: short, day: '2026-11-20' })],
    is: 'problem twice',
  },
  {
    what: 'an earlier debit of one whose reference a later debit has',
    of: paid,
    row: { text: short },
    others: [debit({ id: 'second', text: short, reference: utr })],
    is: 'problem twice',
  },
  {
    what: 'a returned debit of one that another debit has paid',
    of: { ...paid, rowId: 'second' },
    row: { text: short, isReturned: true },
    is: 'problem returned',
  },
  {
    what: 'a returned debit of one that is paid without its debit',
    of: { status: 'approved' },
    row: { text: short, isReturned: true },
    is: 'problem returned',
  },
  {
    what: 'a debit beside a returned one',
    row: { text: short },
    others: [debit({ id: 'first', text: short, isReturned: true })],
    is: 'exact',
  },
  {
    what: 'a debit with a credit of its reference',
    row: { reference: utr, isReturned: true },
    is: 'problem deposit_returned',
  },
])('$what is “$is”', ({ of, row, others = [], is }) => {
  const match = matchOf(debit(row), [withdrawal(of)], 'withdrawal', others)
  expect(match === undefined ? 'no payout' : [match.tab, match.problem ?? []].flat().join(' ')).toBe(is)
})

it('a long text has a limited number of ids', () => {
  expect(idsIn(Array.from({ length: 100 }, (_, at) => String(1e7 + at)).join('')).length).toBe(60)
})
