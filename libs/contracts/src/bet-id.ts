import type { GameName } from './fairness.ts'

/** The first random digit of a bet's id (a UUID of version 7) names its game, so that a bet is found by its id alone, whichever service has it. */
const digits = { dice: '1', slots: '2', mines: '3', aviator: '4' } as const satisfies Record<
  GameName | 'aviator',
  string
>
const digitAt = 15

/** The id of a new bet. @param id a UUID of version 7 */
export function betIdFor(game: keyof typeof digits, id: string): string {
  return `${id.slice(0, digitAt)}${digits[game]}${id.slice(digitAt + 1)}`
}

/** The game of a bet by its id; undefined for an id that no bet can have. */
export function gameOfBet(betId: string): keyof typeof digits | undefined {
  const names = Object.keys(digits) as (keyof typeof digits)[]
  return names.find((name) => digits[name] === betId[digitAt])
}
