import type { StatementRow } from '@kismet/contracts'

/** Lines of a statement that are found together, by one look at an index: a page. */
export const pageRows = 50

/**
 * A line of a statement. It stands in two lists of the player: all lines, and the lines of its kind
 * (a bet also by its result). `number` is its place among all lines, from 0 and without gaps. `page`
 * and `kindPage` name its pages, because FerretDB finds documents by equality only. `_id` is the
 * player and the sequence of the entry, so that a line can be written again.
 */
export interface RowDocument extends StatementRow {
  readonly _id: string
  readonly number: number
  readonly page: string
  readonly kindPage: string
}

/** Settled bets of a player on one day, in paise. */
export interface DayTotals {
  readonly betsPaise: number
  readonly winsPaise: number
  readonly games: number
}

/** A player's results of a day, or of one late bet of a day. The last day with a bet is in the head of the player. */
export interface PlayerDayDocument extends DayTotals {
  readonly _id: string
  readonly playerId: string
  readonly day: string
}

/** What a report counts of the players of a day. `active-first`: active for the first time in the month. */
export const markKinds = ['active', 'active-first', 'first-deposit'] as const
export type MarkKind = (typeof markKinds)[number]

/** The name of a mark on a day, such as `active:2026-11-28`. */
export const markOf = (kind: MarkKind, day: string): string => `${kind}:${day}`

/** A fact about a player that a report counts. */
export interface MarkDocument {
  readonly _id: string
  readonly mark: string
}

/** The position in a player's entries, with the state that the next line needs. `day` is the last day with a bet, or ''. */
export interface Head extends DayTotals {
  readonly sequence: number
  readonly closePaise: number
  /** The sequence of each hold that has not ended, by its withdrawal. Absent in a head of an earlier release. */
  readonly holds?: Readonly<Record<string, number>>
  /** The first entries of the player are in archived months. */
  readonly isCut?: boolean
  /** Lines of each list. */
  readonly counts: Readonly<Record<string, number>>
  readonly day: string
}

/** What happened within an hour or a day of Asia/Kolkata, in paise. `withdrawals` are those paid out. */
export interface Totals {
  bets: number
  betsPaise: number
  payoutsPaise: number
  deposits: number
  depositsPaise: number
  withdrawals: number
  withdrawalsPaise: number
}
