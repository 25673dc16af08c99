import { dayOf, paise } from '@kismet/contracts'
import type { EntryKind, LedgerEntry, StatementRow } from '@kismet/contracts'
import { everything, kindOf, pageOf } from './lists.ts'
import { markOf } from './statement.ts'
import type { Head, MarkDocument, PlayerDayDocument, RowDocument, Totals } from './statement.ts'

export const emptyHead: Head = {
  ...{ sequence: 0, closePaise: 0, counts: {} },
  ...{ day: '', betsPaise: 0, winsPaise: 0, games: 0 },
}

export const noTotals: Readonly<Totals> = {
  ...{ bets: 0, betsPaise: 0, payoutsPaise: 0 },
  ...{ deposits: 0, depositsPaise: 0, withdrawals: 0, withdrawalsPaise: 0 },
}

type Kind = Pick<StatementRow, 'gameType' | 'result'>

/** The line of an entry on a statement. Null: a reserved or returned stake has no line; the line of a pay-out is the line of its hold. */
const movements: Readonly<Record<Exclude<EntryKind, 'play' | 'settle'>, Kind | null>> = {
  deposit: { gameType: 'Deposit', result: 'approved' },
  hold: { gameType: 'Withdrawal', result: 'on hold' },
  release: { gameType: 'Withdrawal', result: 'credit' },
  bonus: { gameType: 'Bonus', result: 'credit' },
  correction: { gameType: 'Correction', result: 'credit' },
  ...{ reserve: null, void: null, 'pay-out': null },
}

/** The line of an entry, or undefined. A release before its hold moves no money. */
function lineOf(entry: LedgerEntry): (Kind & { readonly creditPaise: number; readonly isBet: boolean }) | undefined {
  const { kind, game, stakePaise, payoutPaise, amountPaise } = entry
  if (kind === 'play' || kind === 'settle') {
    if (game === null) throw new Error(`A bet of no game: ${entry.entryId}`)
    const result = payoutPaise > 0 ? 'win' : 'loss'
    return { gameType: game, result, creditPaise: payoutPaise - stakePaise, isBet: true }
  }
  const movement = movements[kind]
  if (movement === null || amountPaise === 0) return undefined
  const corrected = kind === 'correction' && amountPaise < 0 ? ({ result: 'processed' } as const) : {}
  return { ...movement, ...corrected, creditPaise: amountPaise, isBet: false }
}

/** The line of a hold that an entry ends, with its result. */
export interface EndedHold {
  readonly _id: string
  readonly result: StatementRow['result']
}

/** The holds of a player after an entry, and the hold that the entry ends. */
function holdsAfter(
  { holds = {} }: Head,
  { kind, reference, playerId, sequence }: LedgerEntry,
): { readonly holds: NonNullable<Head['holds']>; readonly ended?: EndedHold } {
  if (kind === 'hold') return { holds: { ...holds, [reference]: sequence } }
  if (kind !== 'release' && kind !== 'pay-out') return { holds }
  const { [reference]: heldAt, ...others } = holds
  if (heldAt === undefined) return { holds }
  return {
    holds: others,
    ended: { _id: lineId(playerId, heldAt), result: kind === 'release' ? 'returned' : 'processed' },
  }
}

const lineId = (playerId: string, sequence: number): string => `${playerId}:${sequence}`

/** What a bet brings beside its line: the head, and the documents of the player's days. */
interface BetTaken {
  readonly head: Head
  readonly playerDay?: PlayerDayDocument
  readonly marks?: readonly MarkDocument[]
}

/**
 * The bets of the day, with one more. A day that is over becomes a document. A clock that steps back over midnight
 * brings a bet of yesterday behind one of today. Such a bet is a document of its own, and the head stays.
 */
function withBet(head: Head, { playerId, sequence, at, stakePaise, payoutPaise }: LedgerEntry): BetTaken {
  const day = dayOf(Date.parse(at))
  const bet = { betsPaise: stakePaise, winsPaise: payoutPaise, games: 1 }
  if (day === head.day) {
    const { betsPaise, winsPaise, games } = head
    return {
      head: { ...head, betsPaise: betsPaise + stakePaise, winsPaise: winsPaise + payoutPaise, games: games + 1 },
    }
  }
  const marks = marksOfBet(playerId, day, head.day)
  if (day < head.day)
    return { head, marks, playerDay: { _id: `${playerId}:${day}:${sequence}`, playerId, day, ...bet } }
  const { betsPaise, winsPaise, games } = head
  const over = { _id: `${playerId}:${head.day}`, playerId, day: head.day, betsPaise, winsPaise, games }
  return { head: { ...head, day, ...bet }, marks, ...(head.day !== '' && { playerDay: over }) }
}

/** The marks of a first bet of a day. A player has one mark for each day, and one for the first day of each month. */
function marksOfBet(playerId: string, day: string, before: string): MarkDocument[] {
  const month = day.slice(0, 7)
  const active = { _id: `${playerId}:active:${day}`, mark: markOf('active', day) }
  const ofMonth = { _id: `${playerId}:active:${month}`, mark: markOf('active-first', day) }
  return before.startsWith(month) && before <= day ? [active] : [active, ofMonth]
}

/**
 * The head before the first known entry of a player whose earlier entries are in archived months. Its close is the
 * balance, with the stake of a bet that this entry ends. Other stakes that were open then are unknown.
 */
export function headBefore({ kind, sequence, balanceAfterPaise, amountPaise, stakePaise }: LedgerEntry): Head {
  const endedPaise = kind === 'settle' || kind === 'void' ? stakePaise : 0
  return { ...emptyHead, sequence: sequence - 1, closePaise: balanceAfterPaise - amountPaise + endedPaise, isCut: true }
}

/**
 * Takes a player's next entry. The result is the new head, the line that the entry adds, the hold that it ends, and the
 * documents of the player's days.
 * @throws Error for an entry that is not the next one: then something of the log was missed, and going on would make it lasting
 */
export function takeEntry(
  head: Head,
  entry: LedgerEntry,
): BetTaken & { readonly row?: RowDocument; readonly ended?: EndedHold | undefined } {
  const { playerId, sequence } = entry
  if (sequence !== head.sequence + 1)
    throw new Error(`After ${head.sequence} entries of ${playerId} the log has number ${sequence}`)
  const { holds, ended } = holdsAfter(head, entry)
  const line = lineOf(entry)
  if (line === undefined) return { head: { ...head, holds, sequence }, ended }
  const { gameType, result, creditPaise, isBet } = line
  const kind = kindOf(line)
  const number = head.counts[everything] ?? 0
  const kindNumber = head.counts[kind] ?? 0
  const closePaise = head.closePaise + creditPaise
  const counts = { ...head.counts, [everything]: number + 1, [kind]: kindNumber + 1 }
  const row: RowDocument = {
    _id: lineId(playerId, sequence),
    number,
    page: pageOf(playerId, everything, number),
    kindPage: pageOf(playerId, kind, kindNumber),
    date: entry.at,
    gameType,
    transaction: entry.reference,
    result,
    credit: paise(creditPaise),
    closeBalance: paise(closePaise),
    betAmount: isBet ? paise(entry.stakePaise) : null,
    payout: isBet ? paise(entry.payoutPaise) : null,
  }
  const taken: BetTaken = isBet ? withBet(head, entry) : { head, ...firstDepositOf(head, entry) }
  return { ...taken, head: { ...taken.head, holds, sequence, closePaise, counts }, row, ended }
}

/** The marks of a player's first deposit. */
function firstDepositOf({ counts, isCut }: Head, { kind, playerId, at }: LedgerEntry): Pick<BetTaken, 'marks'> {
  if (kind !== 'deposit' || counts.Deposit !== undefined || isCut === true) return {}
  return { marks: [{ _id: `${playerId}:first-deposit`, mark: markOf('first-deposit', dayOf(Date.parse(at))) }] }
}

/** What an entry adds to the totals of its hour and its day. */
function additionOf({ kind, stakePaise, payoutPaise, amountPaise, heldPaise }: LedgerEntry): Partial<Totals> {
  if (kind === 'play' || kind === 'settle') return { bets: 1, betsPaise: stakePaise, payoutsPaise: payoutPaise }
  if (kind === 'deposit') return { deposits: 1, depositsPaise: amountPaise }
  return kind === 'pay-out' ? { withdrawals: 1, withdrawalsPaise: 0 - heldPaise } : {}
}

/** Adds an entry to totals. */
export function countEntry(totals: Totals, entry: LedgerEntry): void {
  for (const [field, by] of Object.entries(additionOf(entry)) as [keyof Totals, number][]) totals[field] += by
}
