import type { Game } from '@kismet/game-kit/game'
import { dice } from './dice.ts'
import { slots } from './slots.ts'

/** Every game of this service. */
export const games: readonly Game[] = [dice, slots]
