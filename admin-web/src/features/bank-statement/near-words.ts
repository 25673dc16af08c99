import type { NearKind, OrOther } from '@kismet/contracts'
import { limits, paiseOfRupees } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { BankMatch } from './bank-api.ts'

const mostPaise = paiseOfRupees(limits.deposit.maxRupees)

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
  const last = differing.at(-1) ?? first
  const equal = more === 0 ? 'Amount is equal.' : 'The amounts differ.'
  switch (near) {
    case 'amount':
      return amountWords(more)
    case 'similar':
      return {
        title: 'UTR is similar',
        tag: first === last ? `digit ${first + 1}` : `digits ${first + 1} and ${last + 1}`,
        why: `${bank.slice(first, last + 1)} at the bank, ${asked.slice(first, last + 1)} in the request. ${equal}`,
      }
    case 'cut':
      return {
        title: 'UTR cut',
        tag: `${asked.length - bank.length} of ${asked.length} missing`,
        why: `The bank text is cut after ${bank.length} characters, which are equal. ${equal}`,
      }
    case 'text':
      return {
        title: 'UTR not certain',
        tag: 'look closely',
        why: `The number stands in the bank text at a place where the payer can write. ${equal}`,
      }
    case 'paid':
      return {
        title: 'Approved without a row',
        tag: bank === asked ? 'its UTR' : 'nearly its UTR',
        why: `This request was approved before its bank row came. ${equal} If this row is its payment, link them. If not, the other request waits for the bank row of this request.`,
      }
    case 'payout':
      return {
        title: 'Names a withdrawal',
        tag: 'returned payout?',
        why: 'The bank text has the id of a withdrawal. UTR and amount are equal. Look at the bank whether the row is a deposit or a returned payout.',
      }
    case 'other':
      return {
        title: 'Unknown kind of match',
        tag: 'reload the page',
        why: 'A newer version of this page knows the reason. Reload the page before you decide.',
      }
  }
}

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

/** Whether a pair is approved with the amount that arrived, instead of what the player asked for. */
export const isOtherAmount = ({ near }: Pick<BankMatch, 'near'>): boolean => near === 'amount'

/** Whether an admin may approve a pair. False for an amount that is no deposit, and for a reason that this page does not know. */
export const mayApproveNear = ({ near, amount, request }: BankMatch): boolean =>
  near !== null &&
  near !== 'other' &&
  request !== null &&
  (isOtherAmount({ near }) ? amount <= mostPaise : amount === request.amount)
