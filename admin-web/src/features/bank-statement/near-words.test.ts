import { describe, expect, it } from '@jest/globals'
import type { NearKind } from '@kismet/contracts'
import { bankMatch } from '../../testing/bank-statements.ts'
import { mayApproveNear, nearWords } from './near-words.ts'

const near = (kind: NearKind, utr: string, asked: string, [bank, request]: readonly [number, number] = [500, 500]) =>
  bankMatch(1, { near: kind, utr, amount: bank, asked, askedAmount: request })

/** Letters that differ, in parentheses. */
const marked = (letters: readonly { letter: string; differs: boolean }[] = []) =>
  letters.map(({ letter, differs }) => (differs ? `(${letter})` : letter)).join('')

describe('a near match in words', () => {
  it.each([
    {
      match: near('similar', '409633127845', '409633129845'),
      words: {
        title: 'UTR is similar',
        tag: 'digit 9',
        why: '7 at the bank, 9 in the request. Amount is equal.',
      },
      bank: '40963312(7)845',
      asked: '40963312(9)845',
    },
    {
      match: near('similar', '512648219037', '512648129037'),
      words: {
        title: 'UTR is similar',
        tag: 'digits 7 and 8',
        why: '21 at the bank, 12 in the request. Amount is equal.',
      },
      bank: '512648(2)(1)9037',
      asked: '512648(1)(2)9037',
    },
    {
      match: near('amount', '409588412670', '0000-4095 8841 2670', [1_500, 1_050]),
      words: {
        title: 'Amount differs',
        tag: '+₹450.00',
        why: 'UTR is equal. The bank has ₹450.00 more than the request.',
      },
      bank: '409588412670',
      asked: '409588412670',
    },
    {
      match: near('amount', '409677251038', '409677251038', [200, 2_000]),
      words: {
        title: 'Amount differs',
        tag: '−₹1,800.00',
        why: 'UTR is equal. The bank has ₹1,800.00 less than the request.',
      },
      bank: '409677251038',
      asked: '409677251038',
    },
    {
      match: near('cut', 'SBIN226326', 'SBIN226326604418'),
      words: {
        title: 'UTR cut',
        tag: '6 of 16 missing',
        why: 'The bank text is cut after 10 characters, which are equal. Amount is equal.',
      },
      bank: 'SBIN226326(·)(·)(·)(·)(·)(·)',
      asked: 'SBIN226326(6)(0)(4)(4)(1)(8)',
    },
    {
      match: near('paid', '409633127845', '409633129845'),
      words: {
        title: 'Approved without a row',
        tag: 'nearly its UTR',
        why: 'This request was approved before its bank row came. Amount is equal. If this row is its payment, link them. If not, the other request waits for the bank row of this request.',
      },
      bank: '40963312(7)845',
      asked: '40963312(9)845',
    },
    {
      match: near('text', '409633127845', '409633127845'),
      words: { title: 'UTR not certain', tag: 'look closely' },
      bank: '409633127845',
      asked: '409633127845',
    },
  ])('$words.title: $words.tag', ({ match, words, bank, asked }) => {
    const told = nearWords(match)
    expect(told).toMatchObject(words)
    expect([marked(told?.atBank), marked(told?.asked)]).toEqual([bank, asked])
  })

  it('that this page does not know is told, and never approved by it', () => {
    const match = near('of_tomorrow' as NearKind, '409633127845', '409633127845')
    expect(nearWords(match)).toMatchObject({ title: 'Unknown kind of match', tag: 'reload the page' })
    expect(mayApproveNear(match)).toBe(false)
  })

  it('is approved by a person, with the amount that arrived if only the amounts differ', () => {
    expect(mayApproveNear(near('similar', '409633127845', '409633129845'))).toBe(true)
    expect(mayApproveNear(near('text', '409633127845', '409633127845'))).toBe(true)
    expect(mayApproveNear(near('amount', '409588412670', '409588412670', [1_500, 1_050]))).toBe(true)
    expect(mayApproveNear(near('amount', '409588412670', '409588412670', [10_000.01, 1_050]))).toBe(false)
    expect(mayApproveNear(near('text', '409588412670', '409588412670', [1_500, 1_050]))).toBe(false)
  })
})
