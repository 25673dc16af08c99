import { join } from 'node:path'
import { readSettledPlays } from '@kismet/contracts'
import { defineGameService } from '@kismet/game-kit/service'
import { dice } from './domain/dice.ts'
import { slots } from './domain/slots.ts'
import { operations } from './rpc/index.ts'

/** Dice and Slots: commitments, plays and their proofs. */
export const diceSlots = defineGameService({
  name: 'dice-slots',
  folder: join(import.meta.dirname, '..'),
  games: [dice, slots],
  operations,
  wake: readSettledPlays.wake,
})
