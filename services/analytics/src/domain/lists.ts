import { Game } from '@kismet/contracts'
import type { adminGetPlayerStatement, Input, StatementRow } from '@kismet/contracts'
import { pageRows } from './statement.ts'

/** By which a statement is narrowed: admins can narrow it to what its player can, and to the bets of all games. */
export type Filters = Pick<Input<typeof adminGetPlayerStatement>, 'gameType' | 'result' | 'from' | 'to'>

/** The list that has all lines of a player. */
export const everything = 'all'

const results = ['win', 'loss'] as const

/** The other list on which a line stands: what it is about, and of a game with its result. */
export function kindOf({ gameType, result }: Pick<StatementRow, 'gameType' | 'result'>): string {
  return result === 'win' || result === 'loss' ? `${gameType}-${result}` : gameType
}

/** The lists that together have what a filter leaves, each line on one of them. */
export function listsFor(filters: Filters): readonly string[] {
  const [gameType, result] = [narrowing(filters.gameType), narrowing(filters.result)]
  if (gameType === undefined && result === undefined) return [everything]
  const isAnyBet = gameType === undefined || gameType === 'Bets'
  const games = Game.options.filter((game) => isAnyBet || game === gameType)
  if (!isAnyBet && games.length === 0) return result === undefined ? [gameType] : []
  return games.flatMap((game) =>
    (result === undefined ? results : [result]).map((one) => kindOf({ gameType: game, result: one })),
  )
}

function narrowing<Value extends string>(value: Value | undefined): Exclude<Value, 'All' | ''> | undefined {
  return value === 'All' || value === '' ? undefined : (value as Exclude<Value, 'All' | ''> | undefined)
}

/** The page of a list on which the line with this number in the list stands. */
export function pageOf(playerId: string, list: string, number: number): string {
  return `${playerId}:${list}:${Math.floor(number / pageRows)}`
}
