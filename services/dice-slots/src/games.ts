import type { Game } from '@kismet/game-kit/game'
import { dice } from './domain/dice.ts'
import { slots } from './domain/slots.ts'

export const games: readonly Game[] = [dice, slots]
