import { paise } from '@kismet/contracts'
import type { LedgerEntry, StatementRow } from '@kismet/contracts'
import { dayOf } from './calendar.ts'
import { everything, kindOf, pageOf } from './lists.ts'
import type { Head, RowDocument, Totals } from './statement.ts'

export const emptyHead: Head = {
  ...{ sequence: 0, closePaise: 0, counts: {} },
  ...{ day: '', betsPaise: 0, winsPaise: 0, games: 0 },
}

export const noTotals: Readonly<Totals> = {
  ...{ bets: 0, betsPaise: 0, payoutsPaise: 0 },
  ...{ deposits: 0, depositsPaise: 0, withdrawals: 0, withdrawalsPaise: 0 },
}

type Line = Pick<StatementRow, 'gameType' | 'result'> & { readonly creditPaise: number; readonly isBet: boolean }

/** What an entry means on a statement; undefined where it changes nothing for good: a stake that is taken or given back, and what leaves after it was set aside. */
function lineOf(entry: LedgerEntry): Line | undefined {
  const { kind, game, stakePaise, payoutPaise, amountPaise } = entry
  const ofMoney = (gameType: Line['gameType'], result: Line['result']): Line | undefined =>
    amountPaise === 0 ? undefined : { gameType, result, creditPaise: amountPaise, isBet: false }
  switch (kind) {
    case 'play':
    case 'settle':
      if (game === null) throw new Error(`A bet of no game: ${entry.entryId}`)
      return {
        gameType: game,
        result: payoutPaise > 0 ? 'win' : 'loss',
        creditPaise: payoutPaise - stakePaise,
        isBet: true,
      }
    case 'deposit':
      return ofMoney('Deposit', 'approved')
    case 'hold':
      return ofMoney('Withdrawal', 'processed')
    // One that comes before its hold moves nothing.
    case 'release':
      return ofMoney('Withdrawal', 'credit')
    case 'bonus':
      return ofMoney('Bonus', 'credit')
    case 'correction':
      return ofMoney('Correction', amountPaise < 0 ? 'processed' : 'credit')
    case 'reserve':
    case 'void':
    case 'pay-out':
      return undefined
  }
}

/** The bets of the day, with one more. A clock that steps back over midnight brings a bet of yesterday behind one of today: what today holds stays. */
function withBet(head: Head, { at, stakePaise, payoutPaise }: LedgerEntry): Head {
  const day = dayOf(Date.parse(at))
  if (day < head.day) return head
  const { betsPaise, winsPaise, games } = day === head.day ? head : emptyHead
  return { ...head, day, betsPaise: betsPaise + stakePaise, winsPaise: winsPaise + payoutPaise, games: games + 1 }
}

/**
 * Takes a player's next entry: what the player's statement has come to, and the line that it adds, if any.
 * @throws Error for an entry that is not the next one: then something of the log was missed, and going on would make it lasting
 */
export function takeEntry(
  head: Head,
  entry: LedgerEntry,
): { readonly head: Head; readonly row: RowDocument | undefined } {
  const { playerId, sequence } = entry
  if (sequence !== head.sequence + 1)
    throw new Error(`After ${head.sequence} entries of ${playerId} the log has number ${sequence}`)
  const line = lineOf(entry)
  if (line === undefined) return { head: { ...head, sequence }, row: undefined }
  const { gameType, result, creditPaise, isBet } = line
  const kind = kindOf(line)
  const number = head.counts[everything] ?? 0
  const kindNumber = head.counts[kind] ?? 0
  const closePaise = head.closePaise + creditPaise
  const counts = { ...head.counts, [everything]: number + 1, [kind]: kindNumber + 1 }
  const row: RowDocument = {
    _id: `${playerId}:${sequence}`,
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
  const next = isBet ? withBet(head, entry) : head
  return { head: { ...next, sequence, closePaise, counts }, row }
}

/** What an entry adds to the totals of its hour and its day. */
function additionOf({ kind, stakePaise, payoutPaise, amountPaise }: LedgerEntry): Partial<Totals> {
  if (kind === 'play' || kind === 'settle') return { bets: 1, betsPaise: stakePaise, payoutsPaise: payoutPaise }
  if (kind === 'deposit') return { deposits: 1, depositsPaise: amountPaise }
  if (amountPaise === 0 || (kind !== 'hold' && kind !== 'release')) return {}
  return { withdrawals: kind === 'hold' ? 1 : -1, withdrawalsPaise: 0 - amountPaise }
}

/** Adds an entry to totals. */
export function countEntry(totals: Totals, entry: LedgerEntry): void {
  for (const [field, by] of Object.entries(additionOf(entry)) as [keyof Totals, number][]) totals[field] += by
}
