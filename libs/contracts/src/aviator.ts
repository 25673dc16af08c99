import { z } from 'zod'
import { protectionErrors } from './errors.ts'
import { limits } from './limits.ts'
import { PlayerBalance, Rupees, rupeesBetween } from './money.ts'
import { operation } from './operation.ts'
import { ClientSeed, EpochMs, Hex64, Id, IsoTime, NoInput, openEnum } from './primitives.ts'

const aviator = limits.aviator

/** The published house edge of a round. It takes effect from the round after the one that runs. */
export const VolatilityMode = z.enum(['mild', 'normal', 'hard'])
export type VolatilityMode = z.output<typeof VolatilityMode>

/** 1.00 to 100.00, at most 2 decimals. */
export const Multiplier = z.number()

/** The multiplier at which a bet is cashed out by itself: 1.01 to 100 with at most 2 decimals. */
export const AutoCashout = z
  .number({ error: 'The automatic cash-out must be 1.01x to 100x.' })
  .min(aviator.lowestTarget, { error: 'The automatic cash-out must be 1.01x to 100x.' })
  .max(aviator.highestTarget, { error: 'The automatic cash-out must be 1.01x to 100x.' })
  .refine((value) => Math.round(value * 100) / 100 === value, {
    error: 'The automatic cash-out has at most 2 decimals.',
  })
  .meta({ multipleOf: 0.01 })

/** The round that a player means. Any round that is not played now is `betting_closed`. */
export const RoundId = z.string().min(1).max(64)

/** The fields of a round that are fixed when betting opens. */
export const OpenedRound = z.object({
  roundId: Id,
  roundNumber: z.int().positive(),
  /** SHA-256 of the round's server seed: the seed that the round before revealed. */
  fairnessHash: Hex64,
  volatilityMode: openEnum(VolatilityMode.options),
  /** Per cent, at any automatic target. */
  rtp: z.number(),
  bettingEndsAt: EpochMs,
  serverTime: EpochMs,
})

/** A round that has crashed. */
export const PastRound = z.object({ roundId: Id, roundNumber: z.int().positive(), crashPoint: Multiplier })

export const AviatorBetStatus = z.enum(['open', 'cashed_out', 'lost', 'refunded'])
export type AviatorBetStatus = z.output<typeof AviatorBetStatus>

/** A bet as its player sees it. `multiplier` and `payout` are null while it is open, and 0 when it lost. */
export const AviatorBet = z.object({
  betId: Id,
  betAmount: Rupees,
  autoCashout: AutoCashout.nullable(),
  /** What this bet gives to the round's client seed if it is one of the first three. */
  clientSeed: ClientSeed,
  status: openEnum(AviatorBetStatus.options),
  multiplier: Multiplier.nullable(),
  payout: Rupees.nullable(),
})

const seconds = 1_000
/** A bet and a cash-out are answered when the wallet has booked. */
const moneyTimeoutMs = 8 * seconds

export const placeAviatorBet = operation({
  subject: 'aviator.place-bet',
  callers: ['gateway'],
  access: 'player',
  input: z.object({
    amount: rupeesBetween(aviator.minRupees, aviator.maxRupees, 'The amount must be ₹100 to ₹10,000.'),
    roundId: RoundId,
    autoCashout: AutoCashout.nullish(),
    clientSeed: ClientSeed.optional(),
  }),
  output: z.object({
    betId: Id,
    roundId: Id,
    betAmount: Rupees,
    autoCashout: AutoCashout.nullable(),
    clientSeed: ClientSeed,
    ...PlayerBalance.shape,
    bonusReleased: z.literal(false),
  }),
  errors: [
    'betting_closed',
    'bet_already_placed',
    'round_full',
    'insufficient_balance',
    'maintenance',
    ...protectionErrors,
  ],
  timeoutMs: moneyTimeoutMs,
})

/** What a cash-out paid, by hand or by its target. `receipt` is a compact JWS (ES256) of `AviatorReceipt`. */
export const CashedOut = z.object({
  betId: Id,
  roundId: Id,
  betAmount: Rupees,
  multiplier: Multiplier,
  payout: Rupees,
  auto: z.boolean(),
  receipt: z.string(),
  ...PlayerBalance.shape,
  bonusReleased: z.boolean(),
})

/** What the receipt of a cash-out says, signed with the key of `getAviatorKeys`. `payout` in rupees. */
export const AviatorReceipt = z.object({
  betId: Id,
  roundId: Id,
  receivedAt: EpochMs,
  multiplier: Multiplier,
  payout: z.number(),
})

/** `receivedAt` is when the gateway had it, in the clock of the round (`serverTime` of its signals); it counts for 250 ms at most. */
export const cashOutAviator = operation({
  subject: 'aviator.cash-out',
  callers: ['gateway'],
  access: 'player',
  input: z.object({ roundId: RoundId, receivedAt: EpochMs }),
  output: CashedOut,
  errors: ['betting_closed', 'round_not_flying', 'round_crashed', 'no_bet', 'already_settled'],
  timeoutMs: moneyTimeoutMs,
})

/** The round as it stands, with what the asker has in it: the snapshot of every connect. What does not apply is null. */
export const getAviatorState = operation({
  subject: 'aviator.get-state',
  callers: ['gateway'],
  access: 'player',
  input: NoInput,
  output: OpenedRound.extend({
    phase: openEnum(['betting', 'flying', 'crashed', 'void']),
    /** While it flies: as of `serverTime`. Crashed: the crash point. */
    multiplier: Multiplier.nullable(),
    takeoffAt: EpochMs.nullable(),
    crashPoint: Multiplier.nullable(),
    clientSeed: Hex64.nullable(),
    clientSeeds: z.array(ClientSeed).nullable(),
    /** After the end. */
    serverSeed: Hex64.nullable(),
    /** Crashed rounds, newest first. */
    history: z.array(PastRound).max(aviator.historyShown),
    bet: AviatorBet.nullable(),
    /** Bets of all players in the round that the feed has told. A service of the previous release leaves it out. */
    betCount: z.int().nonnegative().optional(),
    ...PlayerBalance.shape,
  }),
  errors: [],
})

/** The result of a lost bet, for its player. */
export const LossProcessed = z.object({
  betId: Id,
  roundId: Id,
  betAmount: Rupees,
  crashPoint: Multiplier,
  ...PlayerBalance.shape,
  bonusReleased: z.boolean(),
})

/** Returns the result of a lost bet. `not_finished`: an event follows after the booking. */
export const askAviatorLoss = operation({
  subject: 'aviator.ask-loss',
  callers: ['gateway'],
  access: 'player',
  input: z.object({ roundId: RoundId }),
  output: LossProcessed,
  errors: ['betting_closed', 'no_bet', 'already_settled', 'not_finished'],
})

export const getAviatorHistory = operation({
  subject: 'aviator.get-history',
  route: {
    method: 'GET',
    path: '/api/aviator/history',
    access: 'anyone',
    rate: 'read',
    summary: 'Crash points of the newest rounds, newest first',
  },
  input: z.object({ limit: z.coerce.number().int().min(1).max(limits.listRows).default(50) }),
  output: z.object({ rounds: z.array(PastRound) }),
  errors: [],
})

/** Own bets, newest first. */
export const listAviatorBets = operation({
  subject: 'aviator.list-bets',
  route: {
    method: 'GET',
    path: '/api/aviator/bets',
    access: 'player',
    rate: 'read',
    summary: 'The newest own bets of Aviator',
  },
  input: z.object({ limit: z.coerce.number().int().min(1).max(50).default(20) }),
  output: z.object({
    bets: z.array(
      AviatorBet.extend({
        roundId: Id,
        roundNumber: z.int().positive(),
        crashPoint: Multiplier.nullable(),
        createdAt: IsoTime,
      }),
    ),
  }),
  errors: [],
})

/** The largest payouts of the day in Asia/Kolkata. */
export const listAviatorTopWins = operation({
  subject: 'aviator.list-top-wins',
  route: {
    method: 'GET',
    path: '/api/aviator/top-wins',
    access: 'anyone',
    rate: 'read',
    summary: 'The largest payouts of today, largest first',
  },
  input: NoInput,
  output: z.object({
    wins: z
      .array(
        z.object({
          name: z.string(),
          roundId: Id,
          betAmount: Rupees,
          multiplier: Multiplier,
          payout: Rupees,
          at: IsoTime,
        }),
      )
      .max(aviator.topWinsShown),
  }),
  errors: [],
})
