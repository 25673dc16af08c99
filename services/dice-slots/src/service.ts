import { join } from 'node:path'
import { defineGameService } from '@kismet/game-kit/service'
import { games } from './games.ts'
import { operations } from './rpc/index.ts'

/** Dice and Slots: commitments, bets and their proofs. */
export const diceSlots = defineGameService({
  name: 'dice-slots',
  folder: join(import.meta.dirname, '..'),
  games,
  operations,
})
