import type { StatementRow } from '@kismet/contracts'

/** Lines of a statement that are found together, by one look at an index: a page. */
export const pageRows = 50

/**
 * A line of a player's statement, in paise. It stands in two lists of the player, all lines and those of its own kind (of a game also by result), each numbered from 0
 * without gaps: `number` and `kindNumber` are its places, `page` and `kindPage` name the pages on which it stands. FerretDB knows no index but for equality, and
 * so a page is what it can find without looking at all the others.
 */
export interface RowDocument {
  /** Player and sequence of the entry: written again it is the same. */
  readonly _id: string
  readonly number: number
  readonly kindNumber: number
  readonly page: string
  readonly kindPage: string
  readonly at: string
  readonly gameType: StatementRow['gameType']
  readonly reference: string
  readonly result: StatementRow['result']
  readonly creditPaise: number
  readonly closePaise: number
  readonly stakePaise: number | null
  readonly payoutPaise: number | null
}

/** Settled bets of one calendar day, in paise. */
export interface DayTotals {
  readonly day: string
  readonly betsPaise: number
  readonly winsPaise: number
  readonly games: number
}

/** How far a player's entries have been taken, and what the next line builds on. */
export interface Head {
  readonly sequence: number
  readonly closePaise: number
  /** Lines of each list. */
  readonly counts: Readonly<Record<string, number>>
  readonly today: DayTotals | null
}

/** What happened within one hour of Asia/Kolkata, in paise. `withdrawalsPaise`: requested less returned. */
export interface HourTotals {
  readonly bets: number
  readonly betsPaise: number
  readonly payoutsPaise: number
  readonly deposits: number
  readonly depositsPaise: number
  readonly withdrawals: number
  readonly withdrawalsPaise: number
}
