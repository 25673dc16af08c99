import { z } from 'zod'
import type { Subject } from './operation.ts'
import type { GameName } from './primitives.ts'

/** The digit after the version of the UUID names the game. So the id of a bet says which service has the bet. */
const digits = { dice: '1', slots: '2', mines: '3', aviator: '4' } as const satisfies Record<
  GameName | 'aviator',
  string
>
const digitAt = 15
type BetGame = keyof typeof digits

/** The id of a new bet. @param id a UUID of version 7 or 8 */
export function betIdFor(game: BetGame, id: string): string {
  return `${id.slice(0, digitAt)}${digits[game]}${id.slice(digitAt + 1)}`
}

const BetQuestion = z.object({ betId: z.string() })

/** For an operation about a `betId`: the subject under which the service that has such bets answers; undefined for an id that no bet has. */
export function byGameOfBet(subjects: Partial<Record<BetGame, Subject>>): (wireInput: unknown) => Subject | undefined {
  const byDigit = new Map<string | undefined, Subject>(
    Object.entries(subjects).map(([game, subject]) => [digits[game as BetGame], subject]),
  )
  return (wireInput) => byDigit.get(BetQuestion.safeParse(wireInput).data?.betId[digitAt])
}
