import { gainOf, ownerAlertLimits } from '@kismet/contracts'
import type { LedgerEntry } from '@kismet/contracts'
import type { Win } from './day-sums.ts'

const { largeWinRupees, winsKeptMs } = ownerAlertLimits
const leastGainPaise = largeWinRupees.min * 100

/** A win that auth has not got yet, by the id of its entry. */
export interface WinDocument extends Omit<Win, 'entryId'> {
  readonly _id: string
}

/** The win of an entry that owners can have a rule for, or undefined. A rebuild reads old wins again. */
export function winToTell(entry: LedgerEntry, nowMs: number): WinDocument | undefined {
  const { entryId: _id, kind, playerId, game, reference, stakePaise, payoutPaise, at } = entry
  if ((kind !== 'play' && kind !== 'settle') || game === null) return undefined
  if (gainOf(entry) < leastGainPaise || Date.parse(at) < nowMs - winsKeptMs) return undefined
  return { _id, playerId, game, reference, stakePaise, payoutPaise, at }
}
