import { z } from 'zod'
import { playErrors, playTimeoutMs, RevealedSeeds } from './fairness.ts'
import { limits } from './limits.ts'
import { PlayerBalance, Rupees, rupeesBetween } from './money.ts'
import { operation } from './operation.ts'
import { ClientSeed, Hex64, openEnum } from './primitives.ts'

/** Roll-over in hundredths steps: 0 to 99.99 with at most 2 decimals. */
export const RollOver = z
  .number({ error: 'Roll-over must be a number from 0 to 99.99.' })
  .min(0, { error: 'Roll-over must be a number from 0 to 99.99.' })
  .max(limits.dice.rollOverMax, { error: 'Roll-over must be a number from 0 to 99.99.' })
  .refine((value) => Math.round(value * 100) / 100 === value, { error: 'Roll-over has at most 2 decimals.' })
  .meta({ multipleOf: 0.01 })

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
    result: openEnum(['win', 'loss']),
    multiplier: z.number(),
    payout: Rupees,
    netGain: Rupees,
    hash: Hex64,
    ...PlayerBalance.shape,
    bonusReleased: z.boolean(),
  }),
  errors: playErrors,
  timeoutMs: playTimeoutMs,
})
