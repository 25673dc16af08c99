import { z } from 'zod'
import { protectionErrors } from './errors.ts'
import { limits } from './limits.ts'
import { PlayerBalance, Rupees, rupeesBetween } from './money.ts'
import { operation } from './operation.ts'
import { ClientSeed, Hex64, Id, Nonce } from './primitives.ts'

/** Roll-over in hundredths steps: 0 to 99.99 with at most 2 decimals. */
export const RollOver = z
  .number({ error: 'Roll-over must be a number from 0 to 99.99.' })
  .min(0, { error: 'Roll-over must be a number from 0 to 99.99.' })
  .max(limits.dice.rollOverMax, { error: 'Roll-over must be a number from 0 to 99.99.' })
  .refine((value) => Math.round(value * 100) / 100 === value, { error: 'Roll-over has at most 2 decimals.' })

/** The fields that every answer carries which ends a play of Dice, Slots or Mines (docs/wire.md, "Seeds and numbers"). */
export const RevealedSeeds = z.object({
  betId: Id,
  version: z.string(),
  serverSeed: Hex64,
  serverSeedHash: Hex64,
  clientSeed: ClientSeed,
  nonce: Nonce,
  next: z.object({ serverSeedHash: Hex64, nonce: Nonce }),
})

/** How long a caller waits for a play: plays of one player queue, and then the wallet has its own time to answer. */
export const playTimeoutMs = 12_000

export const playDice = operation({
  subject: 'dice-slots.play-dice',
  route: {
    method: 'POST',
    path: '/api/dice/play',
    access: 'player',
    rate: 'bet',
    idempotent: true,
    closedInMaintenance: true,
    summary: 'Play one roll of Dice',
  },
  input: z.object({
    betAmount: rupeesBetween(limits.dice.minRupees, limits.dice.maxRupees, 'The amount must be ₹100 to ₹1,00,000.'),
    rollOver: RollOver,
    clientSeed: ClientSeed.optional(),
    serverSeedHash: Hex64.optional(),
  }),
  output: RevealedSeeds.extend({
    roll: z.number(),
    rollOver: z.number(),
    result: z.enum(['win', 'loss']),
    multiplier: z.number(),
    payout: Rupees,
    netGain: Rupees,
    hash: Hex64,
    ...PlayerBalance.shape,
    bonusReleased: z.boolean(),
  }),
  errors: [
    'insufficient_balance',
    'max_win_exceeded',
    'commitment_changed',
    'idempotency_conflict',
    ...protectionErrors,
  ],
  timeoutMs: playTimeoutMs,
})
