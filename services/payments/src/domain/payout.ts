import { payoutIdLength } from '@kismet/contracts'
import type { AdminRole } from '@kismet/contracts'

/** What an admin wants to do with a withdrawal that may be in a payout. */
export type PayoutAction = 'pay' | 'approve' | 'reject' | 'release'

/**
 * How a payout stands to an admin. `open`: a payout of another admin that has not expired. `expired`: of another admin,
 * whose money may have left. `file` and `own file`: a line of a payment file, which does not expire.
 */
export type Standing = 'none' | 'own' | 'open' | 'expired' | 'file' | 'own file'

interface Payout {
  /** The admin who pays; null without a payout. */
  readonly payBy: string | null
  /** Null in a payment file. */
  readonly payUntilMs: number | null
  readonly payoutFileId: string | null
}

export function standingOf({ payBy, payUntilMs, payoutFileId }: Payout, adminId: string, nowMs: number): Standing {
  if (payBy === null) return 'none'
  if (payoutFileId !== null) return payBy === adminId ? 'own file' : 'file'
  if (payBy === adminId) return 'own'
  return (payUntilMs ?? 0) > nowMs ? 'open' : 'expired'
}

type Guard = 'being_paid' | 'payout_expired'
const refusals: Readonly<Record<PayoutAction, Readonly<Partial<Record<Standing, Guard>>>>> = {
  pay: { open: 'being_paid', expired: 'payout_expired', file: 'being_paid', 'own file': 'being_paid' },
  // A paid line of a file is marked as paid by any admin, such as the admin of the next shift.
  approve: { open: 'being_paid' },
  // The money may have left. The release, with its audit row, says that it has not.
  reject: {
    own: 'being_paid',
    open: 'being_paid',
    expired: 'payout_expired',
    file: 'being_paid',
    'own file': 'being_paid',
  },
  release: { open: 'being_paid', file: 'being_paid' },
}

/** The refusal of an action, or undefined. An owner may release each payout. */
export function refusalOf(action: PayoutAction, standing: Standing, role: AdminRole): Guard | undefined {
  return action === 'release' && role === 'owner' ? undefined : refusals[action][standing]
}

/** The id in the remark of a payment: letters and digits that a bank keeps. */
export const shortIdOf = (id: string): string => id.slice(-payoutIdLength).toUpperCase()

const hexLetters = 'abcdef'

interface Random {
  /** A UUID of version 7. */
  id(epochMs: number): string
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number
}

/**
 * The id of a new withdrawal or payment file. Its short id begins and ends with a letter, because a bank writes it into its
 * texts and columns. There, 12 digits or digits with one letter would be read as the bank's own reference or as a rounded number.
 */
export function newPayoutId(randomness: Random, nowMs: number): string {
  const letter = () => hexLetters[randomness.below(hexLetters.length)] ?? ''
  const id = randomness.id(nowMs)
  return `${id.slice(0, -payoutIdLength)}${letter()}${id.slice(1 - payoutIdLength, -1)}${letter()}`
}
