import { paise } from '@kismet/contracts'
import type { LedgerEntry, StatementRow } from '@kismet/contracts'
import { dayOfHour, hourOf } from './calendar.ts'
import { everything, kindOf } from './lists.ts'
import { pageRows } from './statement.ts'
import type { DayTotals, Head, HourTotals, RowDocument } from './statement.ts'

export const emptyHead: Head = { sequence: 0, closePaise: 0, counts: {}, today: null }

export const emptyHour: HourTotals = {
  bets: 0,
  betsPaise: 0,
  payoutsPaise: 0,
  deposits: 0,
  depositsPaise: 0,
  withdrawals: 0,
  withdrawalsPaise: 0,
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

/** The name of a page of a list of a player. */
export function pageName(playerId: string, list: string, page: number): string {
  return `${playerId}:${list}:${page}`
}

/** A clock that steps back over midnight brings a bet of yesterday behind one of today: what today holds stays. */
function withBet(today: DayTotals | null, day: string, { stakePaise, payoutPaise }: LedgerEntry): DayTotals {
  if (today !== null && day < today.day) return today
  const before = today?.day === day ? today : { day, betsPaise: 0, winsPaise: 0, games: 0 }
  return {
    day,
    betsPaise: before.betsPaise + stakePaise,
    winsPaise: before.winsPaise + payoutPaise,
    games: before.games + 1,
  }
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
  const today = isBet ? withBet(head.today, dayOfHour(hourOf(Date.parse(entry.at))), entry) : head.today
  const row: RowDocument = {
    _id: `${playerId}:${sequence}`,
    number,
    kindNumber,
    page: pageName(playerId, everything, Math.floor(number / pageRows)),
    kindPage: pageName(playerId, kind, Math.floor(kindNumber / pageRows)),
    date: entry.at,
    gameType,
    transaction: entry.reference,
    result,
    credit: paise(creditPaise),
    closeBalance: paise(closePaise),
    betAmount: isBet ? paise(entry.stakePaise) : null,
    payout: isBet ? paise(entry.payoutPaise) : null,
  }
  return { head: { sequence, closePaise, counts, today }, row }
}

/** Adds an entry to the totals of its hour. */
export function countEntry(totals: HourTotals, entry: LedgerEntry): HourTotals {
  const { kind, stakePaise, payoutPaise, amountPaise } = entry
  if (kind === 'play' || kind === 'settle')
    return {
      ...totals,
      bets: totals.bets + 1,
      betsPaise: totals.betsPaise + stakePaise,
      payoutsPaise: totals.payoutsPaise + payoutPaise,
    }
  if (kind === 'deposit')
    return { ...totals, deposits: totals.deposits + 1, depositsPaise: totals.depositsPaise + amountPaise }
  if (amountPaise !== 0 && (kind === 'hold' || kind === 'release'))
    return {
      ...totals,
      withdrawals: totals.withdrawals + (kind === 'hold' ? 1 : -1),
      withdrawalsPaise: totals.withdrawalsPaise - amountPaise,
    }
  return totals
}
