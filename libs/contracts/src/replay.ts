import { z } from 'zod'
import { VolatilityMode } from './aviator.ts'
import { byGameOfBet } from './bet-id.ts'
import { Proof } from './fairness.ts'
import { Rupees } from './money.ts'
import { adminRoles, operation } from './operation.ts'
import { ClientSeed, Done, GameName, Hex64, Id, IsoTime, Nonce, openEnum, PageQuery } from './primitives.ts'

// Replays of one bet or round for admins. Before the end they have no server seed, result or payout (docs/concepts/fairness.md, "Replays").

/** A step of a bet. `tile` is the opened tile, `by` is who ended the game. */
export const ReplayStep = z.object({
  step: openEnum(['placed', 'opened', 'tile', 'cash_out', 'ended', 'settled', 'refunded']),
  at: IsoTime,
  tile: z.int().nonnegative().nullable(),
  by: openEnum(['step', 'player', 'automatic', 'idleness']).nullable(),
})
export type ReplayStep = z.output<typeof ReplayStep>

/** One bet of any game. An `open` bet has its commitment and the player's steps, without a hint of its result. */
export const PlayReplay = z.object({
  betId: Id,
  playerId: Id,
  game: openEnum([...GameName.options, 'aviator']),
  /** `refunded`: the stake was returned. */
  stage: openEnum(['open', 'settled', 'refunded']),
  version: z.string(),
  stake: Rupees,
  serverSeedHash: Hex64,
  nonce: Nonce,
  /** Null for an open bet of Aviator, because client seeds are hidden until betting closes. */
  clientSeed: ClientSeed.nullable(),
  clientSeedBy: openEnum(['player', 'server']),
  params: z.record(z.string(), z.unknown()),
  steps: z.array(ReplayStep).max(60),
  /** Only when it is over. */
  payout: Rupees.nullable(),
  multiplier: z.number().nullable(),
  proof: Proof.nullable(),
  /** Only of Aviator. */
  round: z.object({ roundId: Id, roundNumber: z.int().positive() }).nullable(),
})
export type PlayReplay = z.output<typeof PlayReplay>

const play = { input: z.object({ betId: z.string().max(64) }), output: z.object({ play: PlayReplay }) }

export const getPlayReplay = operation({
  subject: 'dice-slots.get-play-replay',
  subjectFor: byGameOfBet({
    dice: 'dice-slots.get-play-replay',
    slots: 'dice-slots.get-play-replay',
    mines: 'mines.get-play-replay',
    aviator: 'aviator.get-play-replay',
  }),
  route: {
    method: 'GET',
    path: '/api/admin/plays/:betId',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'A bet of any game with its seeds, steps and times; server seed and result only after its end',
  },
  ...play,
  errors: ['not_found'],
})

/** The same from the service of Mines. */
export const getMinesReplay = operation({
  subject: 'mines.get-play-replay',
  callers: ['gateway'],
  access: { admin: adminRoles },
  ...play,
  errors: ['not_found'],
})

/** The same from Aviator. */
export const getAviatorReplay = operation({
  subject: 'aviator.get-play-replay',
  callers: ['gateway'],
  access: { admin: adminRoles },
  ...play,
  errors: ['not_found'],
})

/** A round by its number or its id. */
const RoundName = z.string().min(1).max(64)

/** A round of Aviator. Before its end it has its commitment and its times, and no seed. */
export const RoundReplay = z.object({
  roundId: Id,
  roundNumber: z.int().positive(),
  phase: openEnum(['betting', 'flying', 'crashed', 'void']),
  version: z.string(),
  volatilityMode: openEnum(VolatilityMode.options),
  serverSeedHash: Hex64,
  openedAt: IsoTime,
  bettingEndsAt: IsoTime,
  takeoffAt: IsoTime.nullable(),
  /** Only when it is over: the instant of the crash, or of the void. */
  endedAt: IsoTime.nullable(),
  crashPoint: z.number().nullable(),
  voidReason: z.string().nullable(),
  proof: Proof.nullable(),
  /** Accepted bets; `paid` only when it is over. */
  bets: z.object({ count: z.int().nonnegative(), staked: Rupees, paid: Rupees.nullable() }),
  /** Whether there is a round before and after. */
  hasEarlier: z.boolean(),
  hasLater: z.boolean(),
})
export type RoundReplay = z.output<typeof RoundReplay>

export const getRoundReplay = operation({
  subject: 'aviator.get-round-replay',
  route: {
    method: 'GET',
    path: '/api/admin/rounds/:round',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'A round of Aviator with its seeds and times; server seed and crash point only after its end',
  },
  input: z.object({ round: RoundName }),
  output: z.object({ round: RoundReplay }),
  errors: ['not_found'],
})

/** An accepted bet of a round. Target, cash-out and payout are null until the round is over. */
export const RoundBet = z.object({
  betId: Id,
  playerId: Id,
  name: z.string(),
  place: z.int().nonnegative(),
  stake: Rupees,
  placedAt: IsoTime,
  target: z.number().nullable(),
  cashOut: z.object({ multiplier: z.number(), auto: z.boolean(), receivedAt: IsoTime }).nullable(),
  payout: Rupees.nullable(),
  /** `pending`: the round is not over, or the wallet has not booked it yet. */
  result: openEnum(['pending', 'win', 'loss', 'refunded']),
  settledAt: IsoTime.nullable(),
})
export type RoundBet = z.output<typeof RoundBet>

export const listRoundBets = operation({
  subject: 'aviator.list-round-bets',
  route: {
    method: 'GET',
    path: '/api/admin/rounds/:round/bets',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'The accepted bets of a round of Aviator, in the order of acceptance',
  },
  input: PageQuery.extend({ round: RoundName }),
  output: z.object({ bets: z.array(RoundBet), nextCursor: z.string().nullable() }),
  errors: ['not_found'],
})

/** Writes a replay view of an admin to the audit log of auth, for game services, which have no audit log. */
export const bookPlayView = operation({
  subject: 'auth.book-play-view',
  access: { admin: adminRoles },
  callers: ['dice-slots', 'mines'],
  input: z.object({ betId: Id }),
  output: Done,
  errors: [],
})
