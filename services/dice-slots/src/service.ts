import { join } from 'node:path'
import { readSettledPlays } from '@kismet/contracts'
import { defineGameService } from '@kismet/game-kit/service'
import { games } from './games.ts'
import { operations } from './rpc/index.ts'

/** Dice and Slots: commitments, plays and their proofs. */
export const diceSlots = defineGameService({
  name: 'dice-slots',
  folder: join(import.meta.dirname, '..'),
  games,
  operations,
  wake: readSettledPlays.wake,
})
