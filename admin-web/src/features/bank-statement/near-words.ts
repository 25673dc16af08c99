import type { NearKind, OrOther } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { BankMatch } from './bank-api.ts'

/** A near match in words. `atBank` and `asked` are the references, each character with whether it is not the same on the other side. */
export interface NearWords {
  readonly title: string
  readonly tag: string
  readonly why: string
  readonly atBank: readonly Letter[]
  readonly asked: readonly Letter[]
}

export interface Letter {
  readonly letter: string
  readonly differs: boolean
}

/** As references are compared with those of a bank. */
const compared = (utr: string): string =>
  utr
    .toUpperCase()
    .replace(/[\s'-]/g, '')
    .replace(/^0+/, '')

const lettersOf = (utr: string, other: string, pad: number): Letter[] =>
  Array.from(utr.padEnd(pad, '·'), (letter, at) => ({ letter, differs: letter !== other[at] }))

type Told = Pick<NearWords, 'title' | 'tag' | 'why'>

function amountWords(more: number): Told {
  const difference = formatRupees(Math.abs(more))
  return {
    title: 'Amount differs',
    tag: `${more > 0 ? '+' : '−'}${difference}`,
    why: `UTR is equal. The bank has ${difference} ${more > 0 ? 'more' : 'less'} than the request.`,
  }
}

function told(near: OrOther<NearKind>, bank: string, asked: string, more: number): Told {
  const differing = Array.from(bank).flatMap((letter, at) => (letter === asked[at] ? [] : [at]))
  const [first = 0] = differing
  const equal = more === 0 ? 'Amount is equal.' : 'The amounts differ.'
  switch (near) {
    case 'amount':
      return amountWords(more)
    case 'digit':
      return {
        title: 'One digit differs',
        tag: `digit ${first + 1}`,
        why: `Digit ${first + 1} is ${bank[first] ?? ''} at the bank, ${asked[first] ?? ''} in the request. ${equal}`,
      }
    case 'swap':
      return {
        title: 'Two digits swapped',
        tag: `digits ${first + 1} and ${first + 2}`,
        why: `${bank.slice(first, first + 2)} at the bank, ${asked.slice(first, first + 2)} in the request. ${equal}`,
      }
    case 'cut':
      return {
        title: 'UTR cut',
        tag: `${asked.length - bank.length} of ${asked.length} missing`,
        why: `The bank text is cut after ${bank.length} characters, which are equal. ${equal}`,
      }
    case 'several':
      return {
        title: 'UTR not certain',
        tag: 'look closely',
        why: `This bank row fits more than one request, or it does not say which number is its UTR, or several rows have this UTR. ${equal}`,
      }
    case 'used':
      return {
        title: 'Used for another request',
        tag: 'credited once',
        why: 'This row already paid for another request. If this request is about the same payment, reject it. If it is about another payment, choose “Not the same” and approve it under Deposits.',
      }
    case 'again':
      return {
        title: 'Another row was used',
        tag: 'same UTR, same amount',
        why: 'Another row with this UTR and amount already paid for a request. This may be the same payment, read from another file. Approve only if the bank shows both.',
      }
    case 'returned':
      return {
        title: 'Possibly returned',
        tag: 'check the bank account',
        why: `The same amount left the account under a reference of this row. The bank may have returned the payment. Approve only if the account still has the money. ${equal}`,
      }
    case 'paid':
      return {
        title: 'Approved without a row',
        tag: 'nearly its UTR',
        why: `This request was approved before its bank row came. ${equal} If this row is its payment, link them.`,
      }
    case 'other':
      return {
        title: 'Unknown kind of match',
        tag: 'reload the page',
        why: 'A newer version of this page knows the reason. Reload the page before you decide.',
      }
  }
}

/** Whether the row names the very reference of the request. */
export const isSameReference = ({ utr, request }: BankMatch): boolean =>
  compared(utr ?? '') === compared(request?.utr ?? '')

/** Says why a person has to look at a pair. Null of a row that is not near. */
export function nearWords({ near, utr, amount, request }: BankMatch): NearWords | null {
  if (near === null || request === null) return null
  const [bank, asked] = [compared(utr ?? ''), compared(request.utr)]
  return {
    ...told(near, bank, asked, amount - request.amount),
    atBank: lettersOf(bank, asked, near === 'cut' || near === 'paid' ? asked.length : 0),
    asked: lettersOf(asked, bank, 0),
  }
}

const neverApproved: readonly OrOther<NearKind>[] = ['amount', 'used', 'other']

/** Whether an admin may approve a pair. False for two amounts, for a row that has paid, and for a reason that this page does not know. */
export const mayApproveNear = ({ near, amount, request }: BankMatch): boolean =>
  near !== null && !neverApproved.includes(near) && amount === request?.amount
