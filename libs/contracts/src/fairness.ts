import { z } from 'zod'
import { byGameOfBet } from './bet-id.ts'
import { protectionErrors } from './errors.ts'
import type { ErrorCode } from './errors.ts'
import { Rupees } from './money.ts'
import { operation } from './operation.ts'
import { ClientSeed, GameName, Hex64, Id, Nonce, openEnum, OwnClientSeed } from './primitives.ts'

/** The published next commitment of a player's game. `clientSeed` is the player's own seed. The same until a play uses it up. */
export const Commitment = z.object({
  game: openEnum(GameName.options),
  version: z.string(),
  serverSeedHash: Hex64,
  nonce: Nonce,
  clientSeed: OwnClientSeed,
})

/** The fields that every answer carries which ends a play of Dice, Slots or Mines (docs/reference/player-api.md). */
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

/** How an instant game can be refused. */
export const playErrors = [
  'maintenance',
  'insufficient_balance',
  'max_win_exceeded',
  'commitment_changed',
  'idempotency_conflict',
  ...protectionErrors,
] as const satisfies readonly ErrorCode[]

export const getDiceCommitment = operation({
  subject: 'dice-slots.get-dice-commitment',
  route: {
    method: 'GET',
    path: '/api/fairness/dice',
    access: 'player',
    rate: 'read',
    summary: 'The commitment of the next Dice play',
  },
  input: z.object({}),
  output: Commitment,
  errors: [],
})

export const setClientSeed = operation({
  subject: 'dice-slots.set-client-seed',
  route: {
    method: 'PUT',
    path: '/api/fairness/client-seed',
    access: 'player',
    rate: 'command',
    summary: "Store the player's own seed",
  },
  input: z.object({ clientSeed: OwnClientSeed }),
  output: z.object({ clientSeed: OwnClientSeed }),
  errors: [],
})

/** The player's client seed, which all games share, for games of other services. A first call creates the client seed. */
export const readClientSeed = operation({
  subject: 'dice-slots.read-client-seed',
  callers: ['mines'],
  input: z.object({ playerId: Id }),
  output: z.object({ clientSeed: OwnClientSeed }),
  errors: [],
  timeoutMs: 1_000,
})

/** What a verifier needs for one finished bet; a proof file is this JSON. Amounts in rupees. */
export const Proof = z.object({
  version: z.string(),
  game: openEnum([...GameName.options, 'aviator']),
  id: z.string(),
  serverSeed: Hex64,
  serverSeedHash: Hex64,
  clientSeed: ClientSeed,
  clientSeedBy: openEnum(['player', 'server', 'players']),
  nonce: Nonce,
  params: z.record(z.string(), z.unknown()),
  outcome: z.record(z.string(), z.unknown()),
  stake: z.number().optional(),
  payout: z.number().optional(),
})
export type Proof = z.output<typeof Proof>

export const getBetProof = operation({
  subject: 'dice-slots.get-bet-proof',
  // Another service of games answers the same under a subject of its own: one more row here.
  subjectFor: byGameOfBet({
    dice: 'dice-slots.get-bet-proof',
    slots: 'dice-slots.get-bet-proof',
    mines: 'mines.get-bet-proof',
    aviator: 'aviator.get-bet-proof',
  }),
  route: {
    method: 'GET',
    path: '/api/fairness/bets/:betId',
    access: 'player',
    rate: 'read',
    summary: 'The proof of an own finished bet',
  },
  input: z.object({ betId: z.string().max(64) }),
  output: z.object({ proof: Proof }),
  errors: ['not_found', 'not_finished'],
})

/** The newest own plays of Dice, newest first, for the page's list. */
export const listDicePlays = operation({
  subject: 'dice-slots.list-dice-plays',
  route: {
    method: 'GET',
    path: '/api/dice/plays',
    access: 'player',
    rate: 'read',
    summary: 'The newest own plays of Dice',
  },
  input: z.object({ limit: z.coerce.number().int().min(1).max(50).default(20) }),
  output: z.object({
    plays: z.array(
      z.object({
        betId: Id,
        rollOver: z.number(),
        roll: z.number(),
        result: openEnum(['win', 'loss']),
        bet: Rupees,
        payout: Rupees,
        createdAt: z.string(),
      }),
    ),
  }),
  errors: [],
})
