import { Game } from '@kismet/contracts'
import type { StatementFilters, StatementRow } from '@kismet/contracts'

/** The list that has all lines of a player. */
export const everything = 'all'

const results = ['win', 'loss'] as const

/** The other list on which a line stands: what it is about, and of a game with its result. */
export function kindOf({ gameType, result }: Pick<StatementRow, 'gameType' | 'result'>): string {
  return result === 'win' || result === 'loss' ? `${gameType}-${result}` : gameType
}

/** The lists that together have what a filter leaves, each line on one of them. */
export function listsFor(filters: StatementFilters): readonly string[] {
  const [gameType, result] = [narrowing(filters.gameType), narrowing(filters.result)]
  if (gameType === undefined)
    return result === undefined ? [everything] : Game.options.map((game) => kindOf({ gameType: game, result }))
  const isGame = Game.options.some((game) => game === gameType)
  if (!isGame) return result === undefined ? [gameType] : []
  return (result === undefined ? results : [result]).map((one) => kindOf({ gameType, result: one }))
}

function narrowing<Value extends string>(value: Value | undefined): Exclude<Value, 'All' | ''> | undefined {
  return value === 'All' || value === '' ? undefined : (value as Exclude<Value, 'All' | ''> | undefined)
}
