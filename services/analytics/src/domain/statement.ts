import type { StatementRow } from '@kismet/contracts'

/** Lines of a statement that are found together, by one look at an index: a page. */
export const pageRows = 50

/**
 * A line of a statement. It stands in two lists of the player: all lines, and the lines of its kind
 * (a bet also by its result). `number` and `kindNumber` are its places in these lists, from 0 and
 * without gaps. `page` and `kindPage` name its pages, because FerretDB finds documents by equality
 * only. `_id` is the player and the sequence of the entry, so that a line can be written again.
 */
export interface RowDocument extends StatementRow {
  readonly number: number
  readonly kindNumber: number
  readonly page: string
  readonly kindPage: string
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
