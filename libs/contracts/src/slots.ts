import { z } from 'zod'
import { Commitment, playErrors, playTimeoutMs, RevealedSeeds } from './fairness.ts'
import { limits } from './limits.ts'
import { PlayerBalance, Rupees, rupees } from './money.ts'
import { operation } from './operation.ts'
import { ClientSeed, Hex64, Id, NoInput, openEnum } from './primitives.ts'

/** A symbol of a reel (docs/reference/player-api.md). */
export const SlotsSymbol = z.enum(['seven', 'diamond', 'bell', 'cherry', 'lemon', 'tiger'])

/** What the reels show, left to right. */
export const SlotsReels = z.tuple([SlotsSymbol, SlotsSymbol, SlotsSymbol]).readonly()

const AnySymbol = openEnum(SlotsSymbol.options)
const shown = {
  reels: z.tuple([AnySymbol, AnySymbol, AnySymbol]).readonly(),
  result: openEnum(['loss', 'win', 'big win', 'jackpot']),
  winType: openEnum(['none', 'pair', 'triple']),
  multiplier: z.number(),
  payout: Rupees,
}

/** Texts of the product spec (5.5) and of the limits. */
const noBetText = 'Invalid bet amount!'
const betText = 'The amount must be ₹100 to ₹50,000.'

export const playSlots = operation({
  subject: 'dice-slots.play-slots',
  route: {
    method: 'POST',
    path: '/api/slots/play',
    access: 'player',
    rate: 'bet',
    idempotent: true,
    closedInMaintenance: true,
    summary: 'Play one spin of Slots',
  },
  input: z.object({
    bet: rupees(
      z
        .number({ error: noBetText })
        .positive({ error: noBetText, abort: true })
        .min(limits.slots.minRupees, { error: betText })
        .max(limits.slots.maxRupees, { error: betText }),
    ),
    clientSeed: ClientSeed.optional(),
    serverSeedHash: Hex64.optional(),
  }),
  output: RevealedSeeds.extend({ ...shown, netGain: Rupees, ...PlayerBalance.shape, bonusReleased: z.boolean() }),
  errors: playErrors,
  timeoutMs: playTimeoutMs,
})

export const getSlotsCommitment = operation({
  subject: 'dice-slots.get-slots-commitment',
  route: {
    method: 'GET',
    path: '/api/fairness/slots',
    access: 'player',
    rate: 'read',
    summary: 'The commitment of the next Slots play',
  },
  input: NoInput,
  output: Commitment,
  errors: [],
})

/** The newest own plays of Slots, newest first, for the page's list. */
export const listSlotsPlays = operation({
  subject: 'dice-slots.list-slots-plays',
  route: {
    method: 'GET',
    path: '/api/slots/plays',
    access: 'player',
    rate: 'read',
    summary: 'The newest own plays of Slots',
  },
  input: z.object({ limit: z.coerce.number().int().min(1).max(50).default(20) }),
  output: z.object({ plays: z.array(z.object({ betId: Id, ...shown, bet: Rupees, createdAt: z.string() })) }),
  errors: [],
})
