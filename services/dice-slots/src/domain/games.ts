import { diceRules } from './dice.ts'
import type { GameName, GameRules } from './game.ts'

/** The rules of every game of this service. */
export const games: Readonly<Record<GameName, GameRules>> = { dice: diceRules }
