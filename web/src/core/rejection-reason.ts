import type { ReadyReason } from '@kismet/contracts'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

const words: Readonly<Record<ReadyReason, MessageDescriptor>> = {
  'UTR not found at the bank': msg`UTR not found at the bank`,
  'UTR used before': msg`UTR used before`,
  'Amount differs': msg`Amount differs`,
  'Proof not readable': msg`Proof not readable`,
  'Paid from another name': msg`Paid from another name`,
  'Name does not match': msg`Name does not match`,
  'Bank refused the account': msg`Bank refused the account`,
  'Check your account details': msg`Check your account details`,
}

const known: Readonly<Record<string, MessageDescriptor>> = words

/** Why a request was rejected: a ready reason in the player's language, or what an admin wrote. */
export function rejectionReasonText(reason: string): string {
  const word = Object.hasOwn(known, reason) ? known[reason] : undefined
  return word === undefined ? reason : t(word)
}
